package Checksums is

   type Byte is mod 2 ** 8;
   type Word is mod 2 ** 16;
   type Byte_Array is array (Natural range <>) of Byte;

   function Parity_Is_Odd (B : Byte) return Boolean;
   function Bit_Count (W : Word) return Natural
     with Post => Bit_Count'Result <= 16;
   function Sum (Data : Byte_Array) return Byte;
   function Fletcher (Data : Byte_Array) return Word;
   function Crc_8 (Data : Byte_Array; Poly : Byte := 16#07#) return Byte;

   function Reverse_Bits (B : Byte) return Byte;
   function Rotate_Left (B : Byte; Count : Natural) return Byte;
   function Swap_Bytes (W : Word) return Word is
     ((W and 16#FF#) * 256 or W / 256);

   function Luhn_Valid (Digit_String : String) return Boolean;
   --  Check of credit card numbers; only digits and blanks are expected

end Checksums;
