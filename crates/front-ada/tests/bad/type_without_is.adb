package P is
   type T range 1 .. 10;
end P;
