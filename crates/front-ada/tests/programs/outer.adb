--  A unit with parts in other files.
procedure Outer is
   Shared : Integer := 0;

   procedure Inner (Step : Integer) is separate;
   package Helper is
      procedure Twice;
   end Helper;
   package body Helper is separate;
   procedure Ignore (X : Integer) is null;
begin
   Inner (Step => 2);
   Helper.Twice;
   Ignore (Shared);
end Outer;
