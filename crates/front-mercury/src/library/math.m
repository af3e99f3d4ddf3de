% Functions of numbers, and what is thrown for arguments that they do not have.
:- module math.
:- interface.

:- import_module exception.

:- type domain_error == exception.domain_error.

:- func pi = float.
:- func e = float.
:- func sqrt(float) = float.
:- func pow(float, float) = float.
:- func exp(float) = float.
:- func ln(float) = float.
:- func log10(float) = float.
:- func log2(float) = float.
:- func log(float, float) = float.
:- func sin(float) = float.
:- func cos(float) = float.
:- func tan(float) = float.
:- func asin(float) = float.
:- func acos(float) = float.
:- func atan(float) = float.
:- func atan2(float, float) = float.
:- func ceiling(float) = float.
:- func floor(float) = float.
:- func round(float) = float.
:- func truncate(float) = float.

:- implementation.
:- import_module float.

:- pragma glassbox_builtin([
    func(sqrt/1), func(pow/2), func(exp/1), func(ln/1), func(sin/1), func(cos/1), func(tan/1),
    func(asin/1), func(acos/1), func(atan/1), func(atan2/2), func(ceiling/1), func(floor/1)
]).

pi = 3.141592653589793.
e = 2.718281828459045.
log(B, X) = ln(X) / ln(B).
log10(X) = ln(X) / ln(10.0).
log2(X) = ln(X) / ln(2.0).
round(X) = floor(X + 0.5).
truncate(X) = ( if X < 0.0 then ceiling(X) else floor(X) ).
