--! generate -c statement -c branch
package body Grid_Paths is

   function Count_Paths (Blocked : Map) return Natural is
      Ways : Grid := (others => (others => 0));
   begin
      if Blocked (0, 0) then
         return 0;
      end if;
      Ways (0, 0) := 1;

      for R in Row_Index loop
         for C in Col_Index loop
            if not Blocked (R, C) then
               if R > 0 then
                  Ways (R, C) := Ways (R, C) + Ways (R - 1, C);
               end if;
               if C > 0 then
                  Ways (R, C) := Ways (R, C) + Ways (R, C - 1);
               end if;
            end if;
         end loop;
      end loop;
      return Ways (Row_Index'Last, Col_Index'Last);
   end Count_Paths;

   function Cheapest (Costs : Grid) return Natural is
      Sum : Grid := Costs;
   begin
      for R in Row_Index loop
         for C in Col_Index loop
            if R = 0 and C = 0 then
               null;
            elsif R = 0 then
               Sum (R, C) := Sum (R, C - 1) + Costs (R, C);
            elsif C = 0 then
               Sum (R, C) := Sum (R - 1, C) + Costs (R, C);
            else
               Sum (R, C) := Costs (R, C)
                 + Natural'Min (Sum (R - 1, C), Sum (R, C - 1));
            end if;
         end loop;
      end loop;
      return Sum (Row_Index'Last, Col_Index'Last);
   end Cheapest;

   function Reachable (Blocked : Map; Target : Cell) return Boolean is

      function Try (R : Row_Index; C : Col_Index) return Boolean is
      begin
         if Blocked (R, C) then
            return False;
         elsif R = 0 and then C = 0 then
            return True;
         else
            return (R > 0 and then Try (R - 1, C))
              or else (C > 0 and then Try (R, C - 1));
         end if;
      end Try;

   begin
      return Try (Target.Row, Target.Col);
   end Reachable;

end Grid_Paths;
