--! generate -c statement -c branch
package body Checksums is

   function Bit_Count (W : Word) return Natural is
      Rest : Word := W;
      N    : Natural := 0;
   begin
      while Rest /= 0 loop
         Rest := Rest and (Rest - 1);
         N := N + 1;
      end loop;
      return N;
   end Bit_Count;

   function Parity_Is_Odd (B : Byte) return Boolean is
     (Bit_Count (Word (B)) mod 2 = 1);

   function Sum (Data : Byte_Array) return Byte is
      S : Byte := 0;
   begin
      for B of Data loop
         S := S + B;
      end loop;
      return -S;
   end Sum;

   function Fletcher (Data : Byte_Array) return Word is
      Lo, Hi : Word := 0;
   begin
      for B of Data loop
         Lo := (Lo + Word (B)) mod 255;
         Hi := (Hi + Lo) mod 255;
      end loop;
      return Hi * 2 ** 8 or Lo;
   end Fletcher;

   function Crc_8 (Data : Byte_Array; Poly : Byte := 16#07#) return Byte is
      Crc : Byte := 0;
   begin
      for B of Data loop
         Crc := Crc xor B;
         for Bit in 1 .. 8 loop
            if (Crc and 16#80#) /= 0 then
               Crc := (Crc * 2) xor Poly;
            else
               Crc := Crc * 2;
            end if;
         end loop;
      end loop;
      return Crc;
   end Crc_8;

   function Reverse_Bits (B : Byte) return Byte is
      Result : Byte := 0;
   begin
      for I in 0 .. 7 loop
         if (B and 2 ** I) /= 0 then
            Result := Result or 2 ** (7 - I);
         end if;
      end loop;
      return Result;
   end Reverse_Bits;

   function Rotate_Left (B : Byte; Count : Natural) return Byte is
      N : constant Natural := Count mod 8;
   begin
      return B * 2 ** N or B / 2 ** (8 - N);
   end Rotate_Left;

   function Luhn_Valid (Digit_String : String) return Boolean is
      Total  : Natural := 0;
      Double : Boolean := False;
      D      : Natural;
   begin
      for C of reverse Digit_String loop
         if C /= ' ' then
            D := Character'Pos (C) - Character'Pos ('0');
            if Double then
               D := 2 * D;
               if D > 9 then
                  D := D - 9;
               end if;
            end if;
            Total  := Total + D;
            Double := not Double;
         end if;
      end loop;
      return Total mod 10 = 0;
   end Luhn_Valid;

end Checksums;
