package P is
   type T is record
      X : Integer;
   end record U;
end P;
