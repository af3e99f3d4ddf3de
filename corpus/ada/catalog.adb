--! generate -c statement -c branch
package body Catalog is

   type Entry_Record is record
      Price : Cents;
      Stock : Quantity;
   end record;

   Data : array (Article) of Entry_Record :=
     (Pen      => (Price => 150, Stock => 40),
      Pencil   => (Price => 60,  Stock => 100),
      Notebook => (Price => 320, Stock => 25),
      others   => (Price => 90,  Stock => 10));

   function Price (A : Article) return Cents is (Data (A).Price);

   function In_Stock (A : Article) return Quantity is (Data (A).Stock);

   procedure Set_Price (A : Article; New_Price : Cents) is
   begin
      Data (A).Price := New_Price;
   end Set_Price;

   procedure Take (A : Article; Number : Quantity) is
      Item : Entry_Record renames Data (A);
   begin
      if Number > Item.Stock then
         raise Out_Of_Stock with Article'Image (A);
      end if;
      Item.Stock := Item.Stock - Number;
   end Take;

   procedure Deliver (A : Article; Number : Quantity) is
   begin
      Data (A).Stock := Data (A).Stock + Number;
   end Deliver;

end Catalog;
