--  Loops and blocks with names and without.
procedure Loops (N : in Natural; Total : out Natural) is
   Grid : array (1 .. 4, 1 .. 4) of Natural := (others => (others => N));
begin
   Total := 0;

   Outer :
   for I in Grid'Range (1) loop
      Inner : for J in reverse Grid'Range (2) loop
         exit Outer when Grid (I, J) = 0;
         exit Inner when I = J;
         Total := Total + Grid (I, J);
      end loop Inner;
   end loop Outer;

   Counting : declare
      K : Natural := 0;
      procedure Step is
      begin
         K := K + 1;
      end Step;
   begin
      while K < N loop
         Step;
         if K mod 2 = 0 then
            Total := Total + K;
         end if;
      end loop;
   end Counting;

   begin
      loop
         exit when Total > 100;
         Total := Total * 2 + 1;
      end loop;
   exception
      when Constraint_Error =>
         Total := 0;
   end;

   for E of Grid loop
      E := 0;
   end loop;
   for E : Natural of reverse Grid loop
      E := 1;
   end loop;
   for C in Character range 'a' .. 'z' loop
      Total := Total + Character'Pos (C);
   end loop;
   for B in Boolean loop
      null;
   end loop;
   for I in 1 .. 0 loop
      Total := 1 / Total;
   end loop;
end Loops;
