procedure Record_Part_Missing is
   type Point is record
      X, Y : Integer;
   end record;
   P : Point := (X => 1);
begin
   null;
end Record_Part_Missing;
