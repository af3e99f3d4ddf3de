--! generate -c statement -c branch
package body Small_Sets is

   function "+" (Left : Set; Right : Member) return Set is
      Result : Set := Left;
   begin
      Result (Right) := True;
      return Result;
   end "+";

   function To_Set (List : Member_List) return Set is
      Result : Set := Empty;
   begin
      for M of List loop
         Result := Result + M;
      end loop;
      return Result;
   end To_Set;

   function To_List (S : Set) return Member_List is
      Result : Member_List (1 .. Size (S));
      Next   : Positive := 1;
   begin
      for M in S'Range loop
         if S (M) then
            Result (Next) := M;
            Next := Next + 1;
         end if;
      end loop;
      return Result;
   end To_List;

   function Size (S : Set) return Natural is
      N : Natural := 0;
   begin
      for Inside of S loop
         if Inside then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Size;

   function Smallest (S : Set) return Member is
      M : Member := Member'First;
   begin
      while not S (M) loop
         M := M + 1;
      end loop;
      return M;
   end Smallest;

   procedure Toggle (S : in out Set; M : Member; Present : out Boolean) is
   begin
      S (M) := not S (M);
      Present := S (M);
   end Toggle;

   --  Moves every member by the given distance; those that would leave the
   --  universe are lost.
   procedure Shift (S : in out Set; By : Integer) is
      Old : constant Set := S;
   begin
      S := Empty;
      for M in Member loop
         if Old (M) and then M + By in Member then
            S (M + By) := True;
         end if;
      end loop;
   end Shift;

end Small_Sets;
