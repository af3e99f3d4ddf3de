--! generate -c statement -c branch
package body Votes is

   function Count_Votes (Box : Ballot_Box) return Tally is
      T : Tally := (others => 0);
   begin
      for Vote of Box loop
         T (Vote) := T (Vote) + 1;
      end loop;
      return T;
   end Count_Votes;

   function Majority (Box : Ballot_Box) return Candidate is
      Leader : Candidate := Nobody;
      Lead   : Natural   := 0;
   begin
      for Vote of Box loop
         if Lead = 0 then
            Leader := Vote;
            Lead   := 1;
         elsif Vote = Leader then
            Lead := Lead + 1;
         else
            Lead := Lead - 1;
         end if;
      end loop;

      --  The leader is only a proposal: count its votes
      if Count_Votes (Box) (Leader) > Box'Length / 2 then
         return Leader;
      else
         return Nobody;
      end if;
   end Majority;

   function Winner (Box : Ballot_Box) return Candidate is
      T    : constant Tally := Count_Votes (Box);
      Best : Candidate := Anna;
      Tie  : Boolean := False;
   begin
      for C in Candidate'Succ (Best) .. Candidate'Last loop
         if T (C) > T (Best) then
            Best := C;
            Tie  := False;
         elsif T (C) = T (Best) then
            Tie := True;
         end if;
      end loop;
      return (if Tie then Nobody else Best);
   end Winner;

   function Turnout (Box : Ballot_Box; Voters : Natural) return Natural is
     (Box'Length * 100 / Voters);

   procedure Assign_Seats (T : Tally; Seats : Natural; Result : out Tally) is
      Best : Candidate;
   begin
      Result := (others => 0);
      for S in 1 .. Seats loop
         Best := Anna;
         for C in Bert .. Dirk loop
            --  T (C) / (R (C) + 1) > T (Best) / (R (Best) + 1)
            if T (C) * (Result (Best) + 1) > T (Best) * (Result (C) + 1) then
               Best := C;
            end if;
         end loop;
         Result (Best) := Result (Best) + 1;
         pragma Loop_Invariant (Result (Nobody) = 0);
      end loop;
   end Assign_Seats;

end Votes;
