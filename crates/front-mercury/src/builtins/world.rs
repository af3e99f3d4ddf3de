//! Input and output. The state of the world is a value without meaning; what is read and written is kept by the run.

use super::Answer;
use crate::values::show;
use logic::machine::cells::Cell;
use logic::moded::{Fault, Host, Plain};

/// The state of the world.
const STATE: Cell = Cell::Int(0);
/// The numbers of the streams.
const STDOUT: i64 = 0;
const STDERR: i64 = 1;
const STDIN: i64 = 2;

/// No run writes more.
const MOST: usize = 1 << 26;

fn stream(args: &[Cell]) -> i64 {
    match args.first() {
        Some(Cell::Int(stream)) => *stream,
        _ => STDOUT,
    }
}

/// Gives a value and the next state.
fn with_state(host: &mut Host<'_>, value: Cell) -> Answer {
    host.give(value);
    host.give(STATE);
    Ok(true)
}

pub(super) fn find(key: &str) -> Option<Plain> {
    Some(match key {
        "pred io.write_string/4" => |host, args| {
            let text = args.get(1).map_or("", |cell| host.text(*cell)).to_string();
            let number = usize::from(stream(args) == STDERR);
            if let Some(written) = host.world.written.get_mut(number) {
                if written.len() + text.len() > MOST {
                    return Err(Fault::Limit);
                }
                written.push_str(&text);
            }
            host.give(STATE);
            Ok(true)
        },
        "pred io.flush_output/3" => |host, _| {
            host.give(STATE);
            Ok(true)
        },
        "pred io.read_char/4" => |host, _| {
            let next = host.world.input.get(host.world.read).copied();
            let result = match next {
                Some(char) => {
                    host.world.read += 1;
                    host.compound("ok", &[Cell::Char(char)])
                }
                None => Cell::Atom(host.terms.intern("eof")),
            };
            with_state(host, result)
        },
        "pred io.putback_char/3" => |host, args| {
            let Some(Cell::Char(char)) = args.first() else { return Ok(false) };
            match host.world.read.checked_sub(1) {
                Some(before) => {
                    host.world.read = before;
                    if let Some(place) = host.world.input.get_mut(before) {
                        *place = *char;
                    }
                }
                None => host.world.input.insert(0, *char),
            }
            host.give(STATE);
            Ok(true)
        },
        "pred io.stdin_stream/3" => |host, _| with_state(host, Cell::Int(STDIN)),
        "pred io.stdout_stream/3" => |host, _| with_state(host, Cell::Int(STDOUT)),
        "pred io.stderr_stream/3" => |host, _| with_state(host, Cell::Int(STDERR)),
        "func io.stdin_stream/0" => |host, _| {
            host.give(Cell::Int(STDIN));
            Ok(true)
        },
        "func io.stdout_stream/0" => |host, _| {
            host.give(Cell::Int(STDOUT));
            Ok(true)
        },
        "func io.stderr_stream/0" => |host, _| {
            host.give(Cell::Int(STDERR));
            Ok(true)
        },
        "pred io.output_stream/3" => |host, _| {
            let stream = host.world.output_stream as i64;
            with_state(host, Cell::Int(stream))
        },
        "pred io.set_output_stream/4" => |host, args| {
            let before = host.world.output_stream as i64;
            host.world.output_stream = usize::from(stream(args) == STDERR);
            with_state(host, Cell::Int(before))
        },
        "pred io.input_stream/3" | "pred io.set_input_stream/4" => {
            |host, _| with_state(host, Cell::Int(STDIN))
        }
        "func io.written/1" => |host, args| {
            let text = show(host.cells, host.terms, super::first(args));
            let cell = host.string(&text);
            host.give(cell);
            Ok(true)
        },
        "pred io.command_line_arguments/3" => |host, _| {
            let none = host.list(&[]);
            with_state(host, none)
        },
        "pred io.get_exit_status/3" => |host, _| {
            let status = host.world.exit_status;
            with_state(host, Cell::Int(status))
        },
        "pred io.set_exit_status/3" => |host, args| {
            host.world.exit_status = stream(args);
            host.give(STATE);
            Ok(true)
        },
        _ => return None,
    })
}
