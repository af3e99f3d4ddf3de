procedure Exit_Outside is
begin
   exit;
end Exit_Outside;
