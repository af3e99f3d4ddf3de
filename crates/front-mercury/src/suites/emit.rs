//! stub
use super::Compiled;
use suite::Suite;
/// x
pub struct Emitted { /// x
 pub text: String, /// x
 pub left_out: Vec<(String, String)> }
/// x
pub fn emit(_compiled: &Compiled, _suite: &Suite, _module: &str) -> Emitted { Emitted { text: String::new(), left_out: Vec::new() } }
