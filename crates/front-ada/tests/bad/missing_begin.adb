procedure P (X : out Integer) is
   Y : Integer := 1;
   X := Y;
end P;
