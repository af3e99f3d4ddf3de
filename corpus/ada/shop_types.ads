--  Types that the packages Catalog and Orders have in common

package Shop_Types is

   type Article is (Pen, Pencil, Notebook, Ruler, Eraser);
   subtype Writing_Tool is Article range Pen .. Pencil;

   subtype Cents    is Natural range 0 .. 1_000_000;
   subtype Quantity is Natural range 0 .. 500;

   type Discount_Class is (Regular, Student, Wholesale);

   Out_Of_Stock : exception;

end Shop_Types;
