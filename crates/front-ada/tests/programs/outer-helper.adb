separate (Outer)
package body Helper is
   procedure Twice is
   begin
      Inner (Step => Shared);
   end Twice;
end Helper;
