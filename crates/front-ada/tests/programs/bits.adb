package body Bits is

   function Parity (B : Byte) return Boolean is
      Result : Boolean := False;
      Rest   : Byte := B;
   begin
      while Rest /= 0 loop
         Result := Result xor (Rest and 1) = 1;
         Rest := Rest / 2;
      end loop;
      return Result;
   end Parity;

   function Ones (B : Byte) return Natural is
      Count : Natural := 0;
   begin
      for I in 0 .. 7 loop
         if (B and Byte (2 ** I)) /= 0 then
            Count := Count + 1;
         end if;
      end loop;
      return Count;
   end Ones;

end Bits;
