--! generate -c statement -c branch
package body Text_Search is

   function Index (Source, Pattern : String) return Natural is
   begin
      for I in Source'First .. Source'Last - Pattern'Length + 1 loop
         if Source (I .. I + Pattern'Length - 1) = Pattern then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   function Index (Source : String; Char : Character) return Natural is
   begin
      for I in Source'Range loop
         if Source (I) = Char then
            return I;
         end if;
      end loop;
      return 0;
   end Index;

   function Last_Index (Source : String; Char : Character) return Natural is
   begin
      for I in reverse Source'Range loop
         if Source (I) = Char then
            return I;
         end if;
      end loop;
      return 0;
   end Last_Index;

   function Count (Source, Pattern : String) return Natural is
      Total : Natural := 0;
      From  : Positive := Source'First;
      Found : Natural;
   begin
      loop
         Found := Index (Source (From .. Source'Last), Pattern);
         exit when Found = 0;
         Total := Total + 1;
         From  := Found + Pattern'Length;
      end loop;
      return Total;
   end Count;

   function Starts_With (Source, Prefix : String) return Boolean is
   begin
      return Source'Length >= Prefix'Length
        and then Source (Source'First .. Source'First + Prefix'Length - 1)
                 = Prefix;
   end Starts_With;

   function Ends_With (Source, Suffix : String) return Boolean is
   begin
      return Source (Source'Last - Suffix'Length + 1 .. Source'Last) = Suffix;
   end Ends_With;

   function Matches (Text, Mask : String) return Boolean is
   begin
      if Mask = "" then
         return Text = "";
      end if;

      declare
         Head : constant Character := Mask (Mask'First);
         Tail : constant String := Mask (Mask'First + 1 .. Mask'Last);
      begin
         if Head = '*' then
            return Matches (Text, Tail)
              or else (Text /= "" and then
                       Matches (Text (Text'First + 1 .. Text'Last), Mask));
         else
            return Text /= ""
              and then (Head = '?' or else Head = Text (Text'First))
              and then Matches (Text (Text'First + 1 .. Text'Last), Tail);
         end if;
      end;
   end Matches;

end Text_Search;
