procedure Mixed_Types is
   type Metres is range 0 .. 1000;
   type Feet is range 0 .. 1000;
   M : Metres := 3;
   F : Feet := 4;
begin
   M := M + F;
end Mixed_Types;
