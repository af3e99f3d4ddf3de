with Shop_Types; use Shop_Types;

package Catalog is

   function Price (A : Article) return Cents;
   function In_Stock (A : Article) return Quantity;

   procedure Set_Price (A : Article; New_Price : Cents)
     with Post => Price (A) = New_Price;

   procedure Take (A : Article; Number : Quantity)
     with Post => In_Stock (A) = In_Stock (A)'Old - Number;

   procedure Deliver (A : Article; Number : Quantity);

   function Needs_Order (A : Article; Threshold : Quantity := 10)
                         return Boolean is (In_Stock (A) < Threshold);

end Catalog;
