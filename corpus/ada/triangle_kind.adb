--! generate -c statement -c branch
--  Classification of a triangle by the lengths of its sides.
--
--    0 = no triangle        2 = isosceles
--    1 = scalene            3 = equilateral
--
--  A right angle adds 10.

function Triangle_Kind (A, B, C : Integer) return Natural is

   type Kind is (None, Scalene, Isosceles, Equilateral);

   Short, Middle, Long : Integer;
   Result : Kind;

   procedure Sort_Sides is
      Help : Integer;
   begin
      Short  := A;
      Middle := B;
      Long   := C;
      if Short > Middle then
         Help := Short; Short := Middle; Middle := Help;
      end if;
      if Middle > Long then
         Help := Middle; Middle := Long; Long := Help;
      end if;
      if Short > Middle then
         Help := Short; Short := Middle; Middle := Help;
      end if;
   end Sort_Sides;

begin
   Sort_Sides;
   pragma Assert (Short <= Middle and then Middle <= Long);

   if Short <= 0 or else Short + Middle <= Long then
      Result := None;
   elsif Short = Long then
      Result := Equilateral;
   elsif Short = Middle or else Middle = Long then
      Result := Isosceles;
   else
      Result := Scalene;
   end if;

   if Result /= None
     and then Short * Short + Middle * Middle = Long * Long
   then
      return 10 + Kind'Pos (Result);
   end if;
   return Kind'Pos (Result);
end Triangle_Kind;
