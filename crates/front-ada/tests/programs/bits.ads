--  Words and what is done with their bits.
package Bits is
   type Byte is mod 16#100#;
   type Word is mod 2 ** 16;
   for Byte'Size use 8;
   for Word'Size use 16;

   Mask : constant Byte := 2#0000_1111#;
   Full : constant Word := 16#FF_FF#;
   Kilo : constant := 1E3;

   function Low (W : Word) return Byte is (Byte (W and 16#FF#));
   function High (W : Word) return Byte is (Byte (W / 2#1#E8));
   function Join (H, L : Byte) return Word is (Word (H) * 256 or Word (L));
   function Flip (B : Byte) return Byte is (not B);
   function Parity (B : Byte) return Boolean;
   function Ones (B : Byte) return Natural;
   pragma Inline (Low, High);
end Bits;
