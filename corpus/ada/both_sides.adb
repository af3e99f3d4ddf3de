--! generate -c branch -c condition -c mcdc
--! generate -c path --loops 2
package body Both_Sides is

   function "=" (A, B : Point) return Boolean is
   begin
      return A.X = B.X;
   end "=";

   function Beside (A, B : Point; N : Integer) return Integer is
   begin
      if N > 0 and then A /= B then
         return 1;
      end if;
      return 0;
   end Beside;

   function Apart (A, B, C : Point) return Boolean is
   begin
      return A /= B and then B /= C and then not (A = C);
   end Apart;

   function Not_Apart (A, B : Point) return Integer is
   begin
      if not (A /= B) then
         return 1;
      elsif A.Y = B.Y or A /= B then
         return 2;
      end if;
      return 3;
   end Not_Apart;

   function Between (N : Integer) return Integer is
   begin
      if N > 5 and N > 0 then
         return 1;
      end if;
      return 0;
   end Between;

   function Outside (N : Integer) return Integer is
   begin
      if N < 0 or N < 10 then
         return 1;
      end if;
      return 0;
   end Outside;

   function Divides (A, B : Integer) return Integer is
   begin
      if B > 0 and A mod B = 0 then
         return A / B;
      end if;
      return 0;
   end Divides;

   function Counts (N : Integer) return Boolean is
   begin
      Calls := N;
      return N > 3;
   end Counts;

   function Counted (N : Integer) return Integer is
   begin
      if N > 5 and Counts (N) then
         return Calls;
      end if;
      return -Calls;
   end Counted;

   function Mixed (A, B, C : Integer) return Boolean is
   begin
      return (A > 0 and B > 0) or else (A > B or C > 0);
   end Mixed;

end Both_Sides;
