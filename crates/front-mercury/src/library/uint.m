% Machine integers without a sign.
:- module uint.
:- interface.

:- pred from_int(int::in, uint::out) is semidet.
:- func det_from_int(int) = uint.
:- func cast_from_int(int) = uint.
:- func to_int(uint) = int.
:- func cast_to_int(uint) = int.

:- pred uint < uint.
:- mode in < in is semidet.
:- pred uint > uint.
:- mode in > in is semidet.
:- pred uint =< uint.
:- mode in =< in is semidet.
:- pred uint >= uint.
:- mode in >= in is semidet.
:- func uint + uint = uint.
:- mode in + in = uo is det.
:- mode uo + in = in is det.
:- mode in + uo = in is det.
:- func uint - uint = uint.
:- mode in - in = uo is det.
:- mode uo - in = in is det.
:- mode in - uo = in is det.
:- func uint * uint = uint.
:- func uint // uint = uint.
:- func uint mod uint = uint.
:- func uint rem uint = uint.
:- func uint /\ uint = uint.
:- func uint \/ uint = uint.
:- func xor(uint, uint) = uint.
:- mode xor(in, in) = uo is det.
:- mode xor(in, uo) = in is det.
:- mode xor(uo, in) = in is det.
:- func max(uint, uint) = uint.
:- func min(uint, uint) = uint.
:- func max_uint = uint.

:- implementation.
