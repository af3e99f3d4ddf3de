--! generate -c statement -c branch
package body Message_Buffer is

   subtype Slot is Positive range 1 .. Max_Messages;

   Slots : array (Slot) of Message;
   First : Slot    := 1;
   Count : Natural := 0;

   function To_Message (S : String) return Message is
      M : Message;
   begin
      if S'Length > Max_Length then
         raise Message_Too_Long;
      end if;
      M.Text (1 .. S'Length) := S;
      M.Length := S'Length;
      return M;
   end To_Message;

   procedure Put (M : Message) is
   begin
      if Count = Max_Messages then
         raise Buffer_Full;
      end if;
      Slots ((First + Count - 1) mod Max_Messages + 1) := M;
      Count := Count + 1;
   end Put;

   procedure Get (M : out Message) is
   begin
      if Count = 0 then
         raise Buffer_Empty;
      end if;
      M     := Slots (First);
      First := (if First = Slot'Last then Slot'First else First + 1);
      Count := Count - 1;
   end Get;

   procedure Send (S : String; Result : out Outcome) is
   begin
      begin
         Put (To_Message (S));
         Result := Accepted;
      exception
         when Message_Too_Long =>
            Put (To_Message (S (S'First .. S'First + Max_Length - 1)));
            Result := Truncated;
      end;
   exception
      when Buffer_Full =>
         Result := Rejected;
   end Send;

   --  Takes the oldest message out and puts it in again at the end, unless
   --  that was tried too often.
   procedure Retry_Oldest (Limit : Natural := 2; Dropped : out Boolean) is
      M : Message;
   begin
      Get (M);
      Dropped := M.Retries >= Limit;
      if not Dropped then
         M.Retries := M.Retries + 1;
         Put (M);
      end if;
   end Retry_Oldest;

   procedure Flush (Lost : out Natural) is
      M : Message;
   begin
      Lost := 0;
      loop
         Get (M);
         Lost := Lost + 1;
      end loop;
   exception
      when Buffer_Empty =>
         null;
   end Flush;

   function Pending return Natural is (Count);

end Message_Buffer;
