--! generate -c statement -c branch
package body Tic_Tac_Toe is

   function Has_Won (B : Board; P : Player) return Boolean is
   begin
      return (for some R in Coord => (for all C in Coord => B (R, C) = P))
        or else (for some C in Coord => (for all R in Coord => B (R, C) = P))
        or else (for all I in Coord => B (I, I) = P)
        or else (for all I in Coord => B (I, 4 - I) = P);
   end Has_Won;

   function Count (B : Board; S : Square) return Natural is
      N : Natural := 0;
   begin
      for Sq of B loop
         if Sq = S then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Count;

   function Is_Full (B : Board) return Boolean is (Count (B, Empty) = 0);

   function Status (B : Board) return Result is
     (if Has_Won (B, X) then X_Wins
      elsif Has_Won (B, O) then O_Wins
      elsif Is_Full (B) then Draw
      else In_Progress);

   function Is_Legal (B : Board) return Boolean is
      Diff : constant Integer := Count (B, X) - Count (B, O);
   begin
      return Diff in 0 .. 1
        and then not (Has_Won (B, X) and Has_Won (B, O));
   end Is_Legal;

   function To_Move (B : Board) return Player is
     (if Count (B, X) > Count (B, O) then O else X);

   procedure Play (B : in out Board; P : Player; Row, Col : Coord) is
      Target : Square renames B (Row, Col);
   begin
      if Target /= Empty or else Status (B) /= In_Progress then
         raise Illegal_Move;
      end if;
      Target := P;
   end Play;

   procedure Find_Winning_Move
     (B : Board; P : Player; Row, Col : out Coord; Found : out Boolean)
   is
      Trial : Board := B;
   begin
      Row   := 1;
      Col   := 1;
      Found := False;
      Search :
      for R in Coord loop
         for C in Coord loop
            if Trial (R, C) = Empty then
               Trial (R, C) := P;
               if Has_Won (Trial, P) then
                  Row   := R;
                  Col   := C;
                  Found := True;
                  exit Search;
               end if;
               Trial (R, C) := Empty;
            end if;
         end loop;
      end loop Search;
   end Find_Winning_Move;

end Tic_Tac_Toe;
