procedure Out_Needs_Variable is
   procedure Set (X : out Integer) is
   begin
      X := 1;
   end Set;
begin
   Set (3);
end Out_Needs_Variable;
