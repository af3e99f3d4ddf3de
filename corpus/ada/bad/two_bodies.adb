procedure Two_Bodies is
   procedure P is
   begin
      null;
   end P;
   procedure P is
   begin
      null;
   end P;
begin
   P;
end Two_Bodies;
