--! generate -c statement -c branch
package body Searching is

   function Linear_Search (T : Table; Value : Integer) return Index_Or_None is
   begin
      for I in T'Range loop
         if T (I) = Value then
            return I;
         end if;
      end loop;
      return None;
   end Linear_Search;

   function Binary_Search (T : Table; Value : Integer) return Index_Or_None is
      Low  : Integer := T'First;
      High : Integer := T'Last;
      Mid  : Integer;
   begin
      while Low <= High loop
         pragma Loop_Invariant (Low >= T'First and High <= T'Last);
         Mid := (Low + High) / 2;
         if T (Mid) < Value then
            Low := Mid + 1;
         elsif T (Mid) > Value then
            High := Mid - 1;
         else
            return Mid;
         end if;
      end loop;
      return None;
   end Binary_Search;

   function Recursive_Search (T : Table; Value : Integer) return Index_Or_None
   is
   begin
      if T'Length = 0 then
         return None;
      end if;
      declare
         Mid : constant Positive := T'First + (T'Last - T'First) / 2;
      begin
         if T (Mid) = Value then
            return Mid;
         elsif T (Mid) < Value then
            return Recursive_Search (T (Mid + 1 .. T'Last), Value);
         else
            return Recursive_Search (T (T'First .. Mid - 1), Value);
         end if;
      end;
   end Recursive_Search;

   function Last_Occurrence (T : Table; Value : Integer) return Index_Or_None
   is
      I : Natural := T'Last;
   begin
      while T (I) /= Value loop
         I := I - 1;
      end loop;
      return I;
   end Last_Occurrence;

   function Insertion_Point (T : Table; Value : Integer) return Positive is
      Pos : Positive := T'First;
   begin
      while Pos <= T'Last and then T (Pos) < Value loop
         Pos := Pos + 1;
      end loop;
      return Pos;
   end Insertion_Point;

end Searching;
