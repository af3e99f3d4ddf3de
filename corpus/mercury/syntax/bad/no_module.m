:- pred p(int::in) is det.
p(_).
:- end_module p.
