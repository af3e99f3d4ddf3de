  type INTEGER_ARRAY is array <> of INTEGER;
  procedure SORT_2 (A: in out INTEGER_ARRAY; N: in POSITIVE) is
    TEMP: INTEGER;
    M: POSITIVE;
    -- : entry(N ≥ 1)
    -- : exit (FORALL K(1 ≤ K and K ≤ N - 1 IMPLIES A(K) ≤ A(K + 1)))
    begin
      -- : assert (FORALL K(1 ≤ K and K ≤ I - 1 IMPLIES A(K) ≤ A(K + 1)))
      for I in 1 ... N - 1 loop
        M := I;
       -- : assert (FORALL T(I + 1 ≤ T and T ≤ J - 1 IMPLIES A(I) ≤ A(T))
       for J in I + 1 ... N loop
         if A(J) < A(I) then
           M := J;
           TEMP := A(I);
           A(I) := A(M);
           A(M) := TEMP;
         end if;
       end loop;
     end loop;
   end SORT_2;
