--  A waiting line of customers with priorities, as a linked list with
--  pointers to both ends. Private type; released nodes are freed.

package Waiting_Line is

   type Priority is (Low, Normal, Urgent);
   subtype Customer_Id is Positive range 1 .. 9_999;

   type Line is limited private;

   No_Customer : exception;

   procedure Arrive (L : in out Line; Who : Customer_Id;
                     Class : Priority := Normal);
   procedure Serve (L : in out Line; Who : out Customer_Id);
   procedure Leave (L : in out Line; Who : Customer_Id; Found : out Boolean);
   function Waiting (L : Line) return Natural;
   function Waiting (L : Line; Class : Priority) return Natural;
   function Next_Customer (L : Line) return Customer_Id;

private
   type Place;
   type Place_Ptr is access Place;
   type Place is record
      Who   : Customer_Id;
      Class : Priority;
      Next  : Place_Ptr;
   end record;

   type Line is record
      First, Last : Place_Ptr;
   end record;
end Waiting_Line;
