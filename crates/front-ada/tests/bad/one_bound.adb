package P is
   type T is range 1;
end P;
