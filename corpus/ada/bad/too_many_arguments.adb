procedure Too_Many_Arguments is
   function Twice (X : Integer) return Integer is (2 * X);
   Y : Integer := Twice (1, 2);
begin
   null;
end Too_Many_Arguments;
