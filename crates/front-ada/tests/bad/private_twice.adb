package P is
private
   X : Integer;
private
   Y : Integer;
end P;
