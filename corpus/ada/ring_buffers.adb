--! generate -c statement -c branch
package body Ring_Buffers is

   procedure Write (R : in out Ring; C : Character; Lost : out Boolean) is
      Tail : constant Slot := R.Head + Slot'Mod (R.Length);
   begin
      R.Data (Tail) := C;
      Lost := R.Length = Size;
      if Lost then
         R.Head := R.Head + 1;
      else
         R.Length := R.Length + 1;
      end if;
   end Write;

   procedure Write (R : in out Ring; Text : String) is
      Ignored : Boolean;
   begin
      for C of Text loop
         Write (R, C, Lost => Ignored);
      end loop;
   end Write;

   procedure Read (R : in out Ring; C : out Character) is
   begin
      if R.Length = 0 then
         raise Nothing_There with "ring is empty";
      end if;
      C := R.Data (R.Head);
      R.Head := R.Head + 1;
      R.Length := R.Length - 1;
   end Read;

   function Peek (R : Ring; Offset : Natural := 0) return Character is
   begin
      if Offset > R.Length then
         raise Nothing_There;
      end if;
      return R.Data (R.Head + Slot (Offset));
   end Peek;

   function To_String (R : Ring) return String is
      Result : String (1 .. R.Length);
      S      : Slot := R.Head;
   begin
      for I in Result'Range loop
         Result (I) := R.Data (S);
         S := Slot'Succ (S);
      end loop;
      return Result;
   end To_String;

   procedure Rotate (R : in out Ring; Steps : Positive := 1) is
      C       : Character;
      Ignored : Boolean;
   begin
      for I in 1 .. Steps loop
         Read (R, C);
         Write (R, C, Ignored);
      end loop;
   end Rotate;

end Ring_Buffers;
