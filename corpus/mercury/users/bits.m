%! run bits_tests.m
:- module bits.
:- interface.
:- import_module int, list, string.
:- func popcount(int) = int.
:- func reverse_bits(int, int) = int.
:- func gray(int) = int.
:- func ungray(int) = int.
:- func crc8(list(int)) = int.
:- pred is_power_of_two(int::in) is semidet.
:- func set_bit(int, int) = int.
:- func clear_bit(int, int) = int.
:- func subsets(list(T)) = list(list(T)).
:- func gcd(int, int) = int.
:- pred ext_gcd(int::in, int::in, int::out, int::out, int::out) is det.
:- func mod_pow(int, int, int) = int.
:- func primes(int) = list(int).
:- func to_base(int, int) = string.
:- func collatz(int) = list(int).
:- func divs(int, int) = {int, int, int, int}.
:- implementation.

popcount(N) = ( if N = 0 then 0 else (N /\ 1) + popcount(N `unchecked_right_shift` 1) ).

reverse_bits(Width, N) = rev(Width, N, 0).
:- func rev(int, int, int) = int.
rev(W, N, Acc) = ( if W = 0 then Acc else rev(W - 1, N >> 1, (Acc << 1) \/ (N /\ 1)) ).

gray(N) = N `xor` (N >> 1).
ungray(G) = ( if G = 0 then 0 else xor(G, ungray(G >> 1)) ).

crc8(Bytes) = list.foldl(crc_byte, Bytes, 0).
:- func crc_byte(int, int) = int.
crc_byte(B, C) = crc_bits(8, C `xor` B).
:- func crc_bits(int, int) = int.
crc_bits(N, C) =
    ( if N = 0 then C
    else if C /\ 0x80 \= 0 then crc_bits(N - 1, ((C << 1) `xor` 0x07) /\ 0xFF)
    else crc_bits(N - 1, (C << 1) /\ 0xff)
    ).

is_power_of_two(N) :- N > 0, N /\ (N - 1) = 0.

set_bit(B, N) = N \/ (1 << B).
clear_bit(B, N) = N /\ \ (1 << B).

subsets(Xs) = list.map(pick(Xs), 0 .. (1 << list.length(Xs)) - 1).
:- func pick(list(T), int) = list(T).
pick([], _) = [].
pick([X | Xs], Mask) = L :-
    Rest = pick(Xs, Mask >> 1),
    ( if Mask /\ 0b1 = 0 then L = Rest else L = [X | Rest] ).

gcd(A, B) = ( if B = 0 then int.abs(A) else gcd(B, A rem B) ).

ext_gcd(A, B, G, X, Y) :-
    ( if B = 0 then
        G = A, X = 1, Y = 0
    else
        int.div(A, B) = Q,
        ext_gcd(B, A mod B, G, X1, Y1),
        X = Y1,
        Y = X1 - Q * Y1
    ).

mod_pow(B, E, M) = R :-
    ( if E = 0 then R = 1 mod M
    else if int.odd(E) then R = (B * mod_pow(B, E - 1, M)) mod M
    else H = mod_pow(B, E // 2, M), R = (H * H) mod M
    ).

primes(N) = sieve(2 .. N).
:- func sieve(list(int)) = list(int).
sieve([]) = [].
sieve([P | Ns]) = [P | sieve(list.negated_filter((pred(K::in) is semidet :- K mod P = 0), Ns))].

to_base(B, N) = string.int_to_base_string(N, B).

collatz(N) = [N | Rest] :-
    ( if N = 1 then Rest = []
    else Rest = collatz(( if N mod 2 = 0 then N / 2 else 3 * N + 1 ))
    ).

divs(A, B) = {A // B, A rem B, A div B, A mod B}.
