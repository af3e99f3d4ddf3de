--! generate -c path --loops 2 --limit 80
--! generate -c branch
package body Access_Vectors is

   function First_Of (X : Vec_Access) return Integer is
   begin
      if X = null then
         return -1;
      elsif X'Length = 0 then
         return 0;
      elsif X'First < 1 then
         return -2;
      elsif X'First > 3 then
         return X (X'First);
      end if;
      return X'Last;
   end First_Of;

   function Total (L : Link) return Integer is
      P   : Link := L;
      Sum : Integer := 0;
   begin
      while P /= null loop
         if P.Data /= null then
            for I in P.Data'Range loop
               Sum := Sum + P.Data (I);
            end loop;
         end if;
         P := P.Next;
      end loop;
      return Sum;
   end Total;

   function Count (T : Triple_Access) return Natural is
      N : Natural := 0;
   begin
      for I in T'Range loop
         if T (I) then
            N := N + 1;
         end if;
      end loop;
      if T'Length /= 3 or else T'First /= 2 then
         N := 10;
      end if;
      return N;
   end Count;

   function Starts (S : not null Text_Access; C : Character) return Boolean is
   begin
      if S = null then
         return False;
      end if;
      return S'Length > 0 and then S (S'First) = C;
   end Starts;

   function Both (X : Vec_Access; Y : Row_Access) return Integer is
   begin
      if X = null or else Y = null or else X'Length /= Y'Length then
         return 0;
      elsif X'Length > 0 and then Y'First < X'First then
         return X (X'First) - Y (Y'First);
      end if;
      return 1;
   end Both;
end Access_Vectors;
