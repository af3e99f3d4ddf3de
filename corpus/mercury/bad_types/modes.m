:- module modes.
% Modes and insts that nobody declares.
:- interface.
:- import_module list.
:- pred p(int::input, list(int)::out(skeleton)) is det.
:- pred r(pred(int)::in(pred(inn) is det)) is det.
:- inst mine == bound(a ; b(no_inst)).
:- mode loop == loop2.
:- mode loop2 == loop.
:- implementation.

p(_, []).
r(_).
