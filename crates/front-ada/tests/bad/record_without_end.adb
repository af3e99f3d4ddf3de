package P is
   type T is record
      X : Integer;
   end;
end P;
