package Find is
   type Vector is array (Positive range <>) of Integer;
   function Search (A : Vector; Key : Integer) return Natural;
   procedure Swap (A : in out Vector; I, J : Positive);
   procedure Sort (A : in out Vector);
end Find;
