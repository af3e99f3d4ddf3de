--  Labels and gotos, which are not supported.
procedure Jumps (N : in out Integer) is
begin
   <<Again>>
   if N > 10 then
      N := N - 10;
      goto Again;
   end if;
   for I in 1 .. N loop
      if I = 3 then
         goto Next;
      end if;
      N := N + 1;
      <<Next>>
   end loop;
end Jumps;
