package P is
   type Access is range 1 .. 2;
end P;
