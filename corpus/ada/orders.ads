with Shop_Types;

package Orders is

   use type Shop_Types.Article;

   Max_Lines : constant := 4;

   type Order_Line is record
      What     : Shop_Types.Article;
      How_Many : Shop_Types.Quantity;
   end record;

   type Line_Array is array (1 .. Max_Lines) of Order_Line;

   type Order is record
      Lines : Line_Array;
      Used  : Natural range 0 .. Max_Lines := 0;
      Class : Shop_Types.Discount_Class := Shop_Types.Regular;
   end record;

   procedure Add (O        : in out Order;
                  What     : Shop_Types.Article;
                  How_Many : Shop_Types.Quantity := 1);

   function Pieces (O : Order) return Natural;
   function Total (O : Order) return Shop_Types.Cents;
   function Discount (O : Order) return Natural;
   procedure Ship (O : in out Order; Complete : out Boolean);

end Orders;
