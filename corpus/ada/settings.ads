package Settings is

   Limit   : Integer := 10;
   Verbose : Boolean := False;

end Settings;
