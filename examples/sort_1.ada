type INTEGER_ARRAY is array (INTEGER range<>) of INTEGER;
procedure SORT_1(N: in POSITIVE; B: in INTEGER_ARRAY;
  C: out INTEGER_ARRAY) is
  X, J: INTEGER;
  A: INTEGER_ARRAY(0...N);
  begin
    for I in 1...N loop
      A(I):=B(I);
    end loop;
    for I in 2...N loop
      X:=A(I);
      A(0):=X;
      J:=I - 1;
      while X < A(J) loop
        A(J + 1):=A(J);
        J:=J - 1;
      end loop;
      A(J + 1):=X;
    end loop;
    for I in 1...N loop
      C(I):=A(I);
    end loop;
 end SORT_1;
