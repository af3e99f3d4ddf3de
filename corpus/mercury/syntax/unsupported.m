% Declarations that are read, kept by their names, and not supported.
:- module unsupported.
:- interface.

:- type set(T) ---> set(list(T)) where equality is set_equal, comparison is set_compare.
:- type shown ---> some [T] shown(T) => show(T).
:- solver type range where representation is int, ground is ground.

:- typeclass show(T) where [
    func show(T) = string,
    pred print(T::in, io::di, io::uo) is det
].

:- instance show(int) where [
    func(show/1) is int_to_string,
    (print(X, !IO) :- write_int(X, !IO))
].

:- pred show_all(list(T)::in, list(string)::out) is det <= (show(T), ord(T)).
:- func choose(T) = string <= show(T).
:- some [T] func any_value(int) = T => show(T).
:- all [T] pred quantified(T::in) is det.
:- pred threaded `with_type` step(int) `with_inst` step.
:- mode threaded `with_inst` step.

:- implementation.

:- mutable(counter, int, 0, ground, [untrailed, attach_to_io_state]).
:- initialise start_up/2.
:- finalise shut_down/2.

:- pragma inline(show_all/2).
:- pragma no_inline(pred(show_all/2)).
:- pragma foreign_decl("C", "#include <stdio.h>").
:- pragma foreign_proc("C", puts(S::in, _IO0::di, _IO::uo),
    [will_not_call_mercury, promise_pure], "puts(S);").
:- pragma memo(fib/1, [allow_reset]).
:- pragma spam(eggs).

:- promise_exclusive ( even(_) ; odd(_) ).
:- all [X] promise_exclusive_exhaustive ( even(X) ; odd(X) ).

show_all(Xs, list.map(show, Xs)).
