--  Ring buffer of characters as a visible record type.
--  The newest characters overwrite the oldest ones when there is no room.

package Ring_Buffers is

   Size : constant := 4;
   type Slot is mod Size;
   type Contents is array (Slot) of Character;

   type Ring is record
      Data   : Contents := (others => ' ');
      Head   : Slot     := 0;              --  oldest character
      Length : Natural range 0 .. Size := 0;
   end record;

   Nothing_There : exception;

   procedure Write (R : in out Ring; C : Character; Lost : out Boolean);
   procedure Write (R : in out Ring; Text : String);
   procedure Read (R : in out Ring; C : out Character);
   function Peek (R : Ring; Offset : Natural := 0) return Character;
   function To_String (R : Ring) return String
     with Post => To_String'Result'Length = R.Length;
   procedure Rotate (R : in out Ring; Steps : Positive := 1);

end Ring_Buffers;
