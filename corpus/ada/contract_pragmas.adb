--! generate -c path --loops 3 --limit 60
--! generate -c branch
package body Contract_Pragmas is

   function Half (N : Integer) return Integer is
   begin
      return N / 2;
   end Half;

   function Sign (N : Integer) return Integer is
   begin
      if N > 7 then
         return 2;
      elsif N > 0 then
         return 1;
      end if;
      return (if N = 0 then 0 else -1);
   end Sign;

   function Kind (N : Integer) return Integer is
   begin
      if N = 12 then
         return 3;
      end if;
      return (if N > 0 then 1 else 2);
   end Kind;

   procedure Grow (N : in out Integer) is
   begin
      if N < 90 then
         N := N + 1;
      end if;
   end Grow;

   function Count (N : Integer) return Integer is
      I : Integer := 0;
   begin
      while I < N loop
         pragma Loop_Variant (Increases => I);
         I := I + (if I = 1 then -1 else 1);
      end loop;
      return I;
   end Count;

   function Swings (N : Integer) return Integer is
      I, J : Integer := 0;
   begin
      while I < N and then J < 4 loop
         J := J + 1;
         if J = 2 then
            J := 0;
            I := I + 1;
         end if;
         pragma Loop_Variant (Decreases => N - I, Increases => J);
      end loop;
      return I;
   end Swings;

   function Claimed (N : Integer) return Integer is
      pragma Precondition (N /= 4);
      pragma Assert (N > 2);
      M : constant Integer := N - 2;
      pragma Assume (M < 9);
   begin
      return 10 / (M - 1);
   end Claimed;

   function Next_Of (N : Integer) return Integer is
   begin
      if N > 3 then
         raise Constraint_Error;
      end if;
      return N + 1;
   end Next_Of;

   function Added (A : Integer; B : Positive := Next_Of (-1); C : Integer := 10 / Next_Of (2)) return Integer is
   begin
      return A + B + C;
   end Added;

   function Default_Sum (N : Integer) return Integer is
   begin
      if N = 1 then
         return Added (1, 2);
      elsif N = 2 then
         return Added (1, C => 3);
      elsif N = 3 then
         return
           Added (N);
      end if;
      return Added (N, N, N);
   end Default_Sum;

   function Never_Checked (N : Integer) return Integer is
      pragma Assertion_Policy (Ignore);
   begin
      pragma Assert (N > 3);
      declare
         pragma Assertion_Policy (Assert => Check);
      begin
         pragma Assert (N > 0);
         return N;
      end;
   end Never_Checked;

end Contract_Pragmas;
