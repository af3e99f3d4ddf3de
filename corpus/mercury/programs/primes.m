% Prime numbers in three ways.
:- module primes.
:- interface.
:- import_module io, list.

:- func sieve(int) = list(int).
:- pred is_prime(int::in) is semidet.
:- func factors(int) = list(int).
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, string.

sieve(N) = sift(2 .. N).

:- func sift(list(int)) = list(int).

sift([]) = [].
sift([P | Ns]) = [P | sift(Rest)] :-
    Rest = list.filter((pred(N::in) is semidet :- N mod P \= 0), Ns).

is_prime(N) :-
    N >= 2,
    no_divisor(2, N).

:- pred no_divisor(int::in, int::in) is semidet.

no_divisor(D, N) :-
    ( if D * D > N then
        true
    else
        N mod D \= 0,
        no_divisor(D + 1, N)
    ).

factors(N) = factors_from(2, N).

:- func factors_from(int, int) = list(int).

factors_from(D, N) =
    ( if N < 2 then
        []
    else if N mod D = 0 then
        [D | factors_from(D, N // D)]
    else
        factors_from(D + 1, N)
    ).

main(!IO) :-
    io.write_list(sieve(30), ", ", io.write_int, !IO),
    io.nl(!IO),
    list.filter(is_prime, 90 .. 110, Primes),
    io.print_line(Primes, !IO),
    list.foldl(
        (pred(N::in, !.IO::di, !:IO::uo) is det :-
            Texts = list.map(string.int_to_string, factors(N)),
            io.format("%d = %s\n", [i(N), s(string.join_list(" * ", Texts))], !IO)
        ), [12, 97, 360], !IO).
