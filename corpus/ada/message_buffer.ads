--  A bounded buffer of short messages. State is kept in the body.

package Message_Buffer is

   Max_Messages : constant := 3;
   Max_Length   : constant := 10;

   subtype Text_Length is Natural range 0 .. Max_Length;

   type Message is record
      Text    : String (1 .. Max_Length) := (others => ' ');
      Length  : Text_Length := 0;
      Retries : Natural     := 0;
   end record;

   Buffer_Full, Buffer_Empty, Message_Too_Long : exception;

   type Outcome is (Accepted, Truncated, Rejected);

   function To_Message (S : String) return Message;
   function Image (M : Message) return String is (M.Text (1 .. M.Length));

   procedure Put (M : Message);
   procedure Get (M : out Message);
   procedure Send (S : String; Result : out Outcome);
   procedure Retry_Oldest (Limit : Natural := 2; Dropped : out Boolean);
   procedure Flush (Lost : out Natural);
   function Pending return Natural;

end Message_Buffer;
