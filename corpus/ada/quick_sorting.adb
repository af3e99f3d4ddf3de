--! generate -c statement -c branch
package body Quick_Sorting is

   procedure Partition
     (A     : in out Element_Array;
      Pivot : out Natural)
     with Pre  => A'Length > 0,
          Post => Pivot in A'Range;

   procedure Partition
     (A     : in out Element_Array;
      Pivot : out Natural)
   is
      Value : constant Element := A (A'Last);
      Store : Natural := A'First;
      Help  : Element;
   begin
      for I in A'First .. A'Last - 1 loop
         if A (I) < Value then
            Help      := A (I);
            A (I)     := A (Store);
            A (Store) := Help;
            Store     := Store + 1;
         end if;
      end loop;
      A (A'Last) := A (Store);
      A (Store)  := Value;
      Pivot      := Store;
   end Partition;

   procedure Sort (A : in out Element_Array) is
      P : Natural;
   begin
      if A'Length > 1 then
         Partition (A, P);
         Sort (A (A'First .. P - 1));
         Sort (A (P + 1 .. A'Last));
      end if;
   end Sort;

   function Kth_Smallest (A : Element_Array; K : Positive) return Element is
      Work : Element_Array := A;
      Lo   : Natural := Work'First;
      Hi   : Natural := Work'Last;
      P    : Natural;
      Goal : constant Natural := Work'First + K - 1;
   begin
      loop
         Partition (Work (Lo .. Hi), P);
         if P = Goal then
            return Work (P);
         elsif P < Goal then
            Lo := P + 1;
         else
            Hi := P - 1;
         end if;
      end loop;
   end Kth_Smallest;

   function Median (A : Element_Array) return Element is
     (Kth_Smallest (A, K => (A'Length + 1) / 2));

end Quick_Sorting;
