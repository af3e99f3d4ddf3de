--  A package with a child.
package Sensors is
   type Reading is range -50 .. 150;
   type Series is array (Positive range <>) of Reading;
   Threshold : Reading := 100;
end Sensors;
