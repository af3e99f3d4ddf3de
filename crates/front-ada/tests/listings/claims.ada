--  Claims wherever they may stand, and where they may not.
--: assume (N > 0)
procedure Claims (N : Integer; A : out Vector) is
   --: entry (N >= 1 and
   --:   (FORALL K (1 <= K and K <= N
   --:              IMPLIES A (K) = 0)));
   X : Integer := 0;
   --: exit (EXISTS K (1 <= K and K <= N and A (K) = X'Old))
begin
   --: assert FORALL I, J (I < J -> A (I) < A (J))
   for I in 1 .. N loop
      --: assert (X = I - 1)
      X := X + 1;
      --: assert (∀ K in 1 .. I => A (K) ≥ 0)
   end loop;
   if X > 1 then
      --: assert (X > 1)
      null;
   elsif X = 1 then
      null;
      --: assert (X = 1)
   else
      null;
      --: assert (not (X > 0))
   end if;
   --: note that this is no claim
   P (X, --: assert (X = 0)
      N);
   case X is
      --: assert (True)
      when 1 =>
         null;
         --: assert (if X = 1 then N = 1)
      when others =>
         --: assert (X /= 1)
         raise;
   end case;
   begin
      null;
      --: assert (A = (1, 2, others => 0))
   exception
      when others =>
         --: assert (False)
         null;
   end;
   --: assert (X in 1 .. 3 | 5)
end Claims;
--: assert (N = 1)
