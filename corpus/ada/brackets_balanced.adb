--! generate -c statement -c branch
function Brackets_Balanced (Text : String) return Boolean is

   Max_Nesting : constant := 10;

   Expected : String (1 .. Max_Nesting);   --  closing brackets, as a stack
   Depth    : Natural := 0;

   procedure Push (C : Character) is
   begin
      Depth := Depth + 1;
      Expected (Depth) := C;
   end Push;

   function Pop_Matches (C : Character) return Boolean is
   begin
      if Depth = 0 then
         return False;
      end if;
      Depth := Depth - 1;
      return Expected (Depth + 1) = C;
   end Pop_Matches;

begin
   for C of Text loop
      case C is
         when '(' => Push (')');
         when '[' => Push (']');
         when '{' => Push ('}');
         when ')' | ']' | '}' =>
            if not Pop_Matches (C) then
               return False;
            end if;
         when others =>
            null;
      end case;
   end loop;
   return Depth = 0;
end Brackets_Balanced;
