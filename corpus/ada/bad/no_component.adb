procedure No_Component is
   type Point is record
      X, Y : Integer;
   end record;
   P : Point := (1, 2);
begin
   P.Z := 3;
end No_Component;
