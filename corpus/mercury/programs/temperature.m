% Units, tables and floating point numbers.
:- module temperature.
:- interface.
:- import_module float, io, list.

:- type unit ---> celsius ; fahrenheit ; kelvin.
:- type reading ---> reading(value :: float, unit :: unit).

:- func to_celsius(reading) = float.
:- func convert(unit, reading) = reading.
:- func mean(list(reading)) = float.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, math, string.

to_celsius(reading(V, celsius)) = V.
to_celsius(reading(V, fahrenheit)) = (V - 32.0) * 5.0 / 9.0.
to_celsius(reading(V, kelvin)) = V - 273.15.

convert(Unit, Reading) = reading(Value, Unit) :-
    C = to_celsius(Reading),
    (
        Unit = celsius,
        Value = C
    ;
        Unit = fahrenheit,
        Value = C * 9.0 / 5.0 + 32.0
    ;
        Unit = kelvin,
        Value = C + 273.15
    ).

mean(Readings) = Sum / float(list.length(Readings)) :-
    Sum = list.foldl((func(R, S) = S + to_celsius(R)), Readings, 0.0).

:- func deviation(list(reading)) = float.

deviation(Readings) = math.sqrt(Squares / float(list.length(Readings))) :-
    Mean = mean(Readings),
    Squares = list.foldl((func(R, S) = S + math.pow(to_celsius(R) - Mean, 2.0)), Readings, 0.0).

main(!IO) :-
    Readings = [reading(20.5, celsius), reading(70.0, fahrenheit), reading(295.0, kelvin)],
    list.foldl(
        (pred(R::in, !.IO::di, !:IO::uo) is det :-
            io.format("%.1f %s\n", [f(to_celsius(R)), s(string(R ^ unit))], !IO)
        ), Readings, !IO),
    io.format("mean %.2f, deviation %.2f\n", [f(mean(Readings)), f(deviation(Readings))], !IO),
    Count = list.length(Readings),
    io.format("%d readings, %d%%\n", [i(Count), i(100 * Count // 3)], !IO).
