:- module interface.
% What an interface names must be known outside.
:- interface.
:- pred p(hidden::in, map(int, int)::out) is det.
:- type shown ---> shown(hidden).
:- implementation.
:- import_module map.

:- type hidden ---> hidden.

p(_, map.init).
