package P is
   type T is array [1 .. 10] of Integer;
end P;
