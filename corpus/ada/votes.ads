package Votes is

   type Candidate is (Nobody, Anna, Bert, Carla, Dirk);
   type Ballot_Box is array (Integer range <>) of Candidate;
   type Tally is array (Candidate) of Natural;

   function Count_Votes (Box : Ballot_Box) return Tally;
   function Majority (Box : Ballot_Box) return Candidate;
   --  The candidate with more than half of the votes, or Nobody. Uses the
   --  pairing method of Boyer and Moore.

   function Winner (Box : Ballot_Box) return Candidate;
   --  The candidate with the most votes; Nobody if there is a tie

   function Turnout (Box : Ballot_Box; Voters : Natural) return Natural;
   --  In percent

   procedure Assign_Seats (T : Tally; Seats : Natural; Result : out Tally);

end Votes;
