-- A single stack of integers; the data live in the package body.

package int_stack is

  capacity : constant := 8;

  stack_overflow  : exception;
  stack_underflow : exception;

  procedure push (x : in integer);
  procedure pop (x : out integer);
  function top return integer;
  function depth return natural;
  function is_empty return boolean;
  function is_full return boolean;
  procedure clear;

  -- operations on the topmost elements, as in a pocket calculator
  procedure dup;
  procedure exchange;
  procedure add;
  procedure try_push (x : in integer; ok : out boolean);

end int_stack;
