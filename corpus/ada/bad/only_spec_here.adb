procedure Only_Spec_Here (X : Integer);
