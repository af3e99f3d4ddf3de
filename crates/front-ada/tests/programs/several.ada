--  Several units in one file, as compilers with a library took them.
pragma Ada_2012;
with Ada.Text_IO, Ada.Integer_Text_IO;
use Ada.Text_IO;
package Counters is
   procedure Next;
   function Current return Natural;
end Counters;

package body Counters is
   Now : Natural := 0;
   procedure Next is
   begin
      Now := Now + 1;
   end Next;
   function Current return Natural is
   begin
      return Now;
   end Current;
begin
   Now := 1;
exception
   when others => null;
end Counters;

with Counters;
pragma Elaborate_All (Counters);
limited with Accounts;
private with Dates;
procedure Main is
   use type Ada.Text_IO.Count;
   use all type Ada.Text_IO.File_Mode;
begin
   Counters.Next;
   pragma Assert (Counters.Current = 2);
end Main;

function Double (X : Integer) return Integer is
begin
   return 2 * X;
end Double;
pragma Inline (Double);
