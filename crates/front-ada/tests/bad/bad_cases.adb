procedure P (X : Integer)
  with Contract_Cases => X > 1;
