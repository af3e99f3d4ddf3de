% Floating point numbers.
:- module float.
:- interface.

:- pred float < float.
:- mode in < in is semidet.
:- pred float > float.
:- mode in > in is semidet.
:- pred float =< float.
:- mode in =< in is semidet.
:- pred float >= float.
:- mode in >= in is semidet.

:- func float + float = float.
:- func float - float = float.
:- func float * float = float.
:- func float / float = float.
:- func + float = float.
:- func - float = float.

:- func float(int) = float.
:- func abs(float) = float.
:- func max(float, float) = float.
:- func min(float, float) = float.
:- func pow(float, int) = float.
:- func ceiling_to_int(float) = int.
:- func floor_to_int(float) = int.
:- func round_to_int(float) = int.
:- func truncate_to_int(float) = int.
:- func max = float.
:- func min = float.
:- func epsilon = float.
:- func infinity = float.
:- func nan = float.
:- pred is_nan(float::in) is semidet.
:- pred is_infinite(float::in) is semidet.
:- pred is_inf(float::in) is semidet.
:- pred is_finite(float::in) is semidet.
:- pred is_nan_or_inf(float::in) is semidet.
:- pred is_zero(float::in) is semidet.
:- func hash(float) = int.

:- implementation.
:- import_module int.
:- use_module math.

:- pragma glassbox_builtin([
    pred((<)/2), pred((>)/2), pred((=<)/2), pred((>=)/2),
    func((+)/2), func((-)/2), func((*)/2), func((/)/2), func((-)/1),
    func(float/1), func(truncate_to_int/1),
    func(max/0), func(min/0), func(epsilon/0), func(infinity/0), func(nan/0), pred(is_nan/1)
]).

+ X = X.
abs(X) = ( if X < 0.0 then -X else X ).
max(X, Y) = ( if X > Y then X else Y ).
min(X, Y) = ( if X < Y then X else Y ).

pow(X, N) = ( if N = 0 then 1.0 else if N < 0 then 1.0 / pow(X, -N) else X * pow(X, N - 1) ).

ceiling_to_int(X) = truncate_to_int(math.ceiling(X)).
floor_to_int(X) = truncate_to_int(math.floor(X)).
round_to_int(X) = truncate_to_int(math.floor(X + 0.5)).

is_infinite(X) :-
    ( X = infinity ; X = -infinity ).
is_inf(X) :-
    is_infinite(X).
is_finite(X) :-
    not is_nan(X),
    not is_infinite(X).
is_nan_or_inf(X) :-
    not is_finite(X).
is_zero(X) :-
    X = 0.0.

hash(X) = truncate_to_int(X).
