procedure Missing_Argument is
   procedure Show (X, Y : Integer) is null;
begin
   Show (X => 1);
end Missing_Argument;
