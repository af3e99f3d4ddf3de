--! generate -c statement -c branch
package body Run_Length is

   Zero : constant := Character'Pos ('0');

   function Run_From (Text : String; Start : Positive) return Positive
     with Pre => Start in Text'Range
   is
      Stop : Positive := Start;
   begin
      while Stop < Text'Last and then Text (Stop + 1) = Text (Start) loop
         Stop := Stop + 1;
      end loop;
      return Stop - Start + 1;
   end Run_From;

   function Encode (Text : String) return String is
      Result : String (1 .. 2 * Text'Length);
      Last   : Natural  := 0;
      Pos    : Positive := Text'First;
      N      : Positive;
   begin
      while Pos <= Text'Last loop
         N := Positive'Min (Run_From (Text, Pos), 9);
         Result (Last + 1 .. Last + 2) := Character'Val (Zero + N) & Text (Pos);
         Last := Last + 2;
         Pos  := Pos + N;
      end loop;
      return Result (1 .. Last);
   end Encode;

   function Decoded_Length (Code : String) return Natural is
      Sum : Natural  := 0;
      Pos : Positive := Code'First;
   begin
      while Pos <= Code'Last loop
         if Code (Pos) not in '1' .. '9' then
            raise Bad_Code;
         end if;
         Sum := Sum + Character'Pos (Code (Pos)) - Zero;
         Pos := Pos + 2;
      end loop;
      return Sum;
   end Decoded_Length;

   function Decode (Code : String) return String is
      Result : String (1 .. Decoded_Length (Code)) := (others => '?');
      Next   : Positive := 1;
      Pos    : Positive := Code'First;
      N      : Natural;
   begin
      while Pos <= Code'Last loop
         N := Character'Pos (Code (Pos)) - Zero;
         Result (Next .. Next + N - 1) := (others => Code (Pos + 1));
         Next := Next + N;
         Pos  := Pos + 2;
      end loop;
      return Result;
   end Decode;

   procedure Longest_Run
     (Text   : in  String;
      Char   : out Character;
      Length : out Natural)
   is
      Pos : Positive := Text'First;
      N   : Positive;
   begin
      Char   := ' ';
      Length := 0;
      while Pos <= Text'Last loop
         N := Run_From (Text, Pos);
         if N > Length then
            Length := N;
            Char   := Text (Pos);
         end if;
         Pos := Pos + N;
      end loop;
   end Longest_Run;

end Run_Length;
