package Tic_Tac_Toe is

   type Square is (Empty, X, O);
   subtype Player is Square range X .. O;
   subtype Coord is Integer range 1 .. 3;
   type Board is array (Coord, Coord) of Square;

   type Result is (In_Progress, X_Wins, O_Wins, Draw);

   Illegal_Move : exception;

   function Opponent (P : Player) return Player is (if P = X then O else X);

   function Has_Won (B : Board; P : Player) return Boolean;
   function Is_Full (B : Board) return Boolean;
   function Status (B : Board) return Result;
   function Count (B : Board; S : Square) return Natural;
   function Is_Legal (B : Board) return Boolean;
   function To_Move (B : Board) return Player
     with Pre => Is_Legal (B);

   procedure Play (B : in out Board; P : Player; Row, Col : Coord)
     with Post => B (Row, Col) = P;

   procedure Find_Winning_Move
     (B : Board; P : Player; Row, Col : out Coord; Found : out Boolean);

end Tic_Tac_Toe;
