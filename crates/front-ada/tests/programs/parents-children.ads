--  A child that sees what its parent hides.
private package Parents.Children is
   type Ages is array (Id range 1 .. 10) of Natural;
   function Older (A : Ages; X, Y : Id) return Boolean is (A (X) > A (Y))
     with Pre => X in A'Range and then Y in A'Range;
end Parents.Children;
