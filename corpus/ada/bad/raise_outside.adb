procedure Raise_Outside is
begin
   raise;
end Raise_Outside;
