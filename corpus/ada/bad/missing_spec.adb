package body Missing_Spec is
   function Twice (X : Integer) return Integer is (2 * X);
end Missing_Spec;
