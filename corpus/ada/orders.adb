--! generate -c statement -c branch
with Catalog;
with Shop_Types; use Shop_Types;

package body Orders is

   procedure Add (O        : in out Order;
                  What     : Shop_Types.Article;
                  How_Many : Shop_Types.Quantity := 1) is
   begin
      for L of O.Lines (1 .. O.Used) loop
         if L.What = What then
            L.How_Many := L.How_Many + How_Many;
            return;
         end if;
      end loop;
      O.Used := O.Used + 1;
      O.Lines (O.Used) := (What, How_Many);
   end Add;

   function Pieces (O : Order) return Natural is
      N : Natural := 0;
   begin
      for I in 1 .. O.Used loop
         N := N + O.Lines (I).How_Many;
      end loop;
      return N;
   end Pieces;

   function Gross (O : Order) return Cents is
      Sum : Cents := 0;
   begin
      for L of O.Lines (1 .. O.Used) loop
         Sum := Sum + L.How_Many * Catalog.Price (L.What);
      end loop;
      return Sum;
   end Gross;

   function Discount (O : Order) return Natural is
     (case O.Class is
         when Regular   => (if Gross (O) >= 10_000 then 3 else 0),
         when Student   => 5,
         when Wholesale => (if Pieces (O) > 100 then 20
                            elsif Pieces (O) > 50 then 10
                            else 5));

   function Total (O : Order) return Shop_Types.Cents is
     (Gross (O) * (100 - Discount (O)) / 100);

   procedure Ship (O : in out Order; Complete : out Boolean) is
      Left : Natural := 0;
   begin
      for I in 1 .. O.Used loop
         begin
            Catalog.Take (O.Lines (I).What, O.Lines (I).How_Many);
         exception
            when Out_Of_Stock =>
               Left := Left + 1;
               O.Lines (Left) := O.Lines (I);
         end;
      end loop;
      O.Used   := Left;
      Complete := Left = 0;
   end Ship;

end Orders;
