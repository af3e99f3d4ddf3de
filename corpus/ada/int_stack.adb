--! generate -c statement -c branch
package body int_stack is

  data : array (1 .. capacity) of integer := (others => 0);
  sp   : natural range 0 .. capacity := 0;

  procedure push (x : in integer) is
  begin
    if sp = capacity then
      raise stack_overflow;
    end if;
    sp := sp + 1;
    data(sp) := x;
  end push;

  procedure pop (x : out integer) is
  begin
    if sp = 0 then
      raise stack_underflow;
    end if;
    x := data(sp);
    sp := sp - 1;
  end pop;

  function top return integer is
  begin
    return data(sp);
  end top;

  function depth return natural is
  begin
    return sp;
  end depth;

  function is_empty return boolean is
  begin
    return sp = 0;
  end is_empty;

  function is_full return boolean is
  begin
    return sp = capacity;
  end is_full;

  procedure clear is
  begin
    sp := 0;
  end clear;

  procedure dup is
  begin
    push(top);
  end dup;

  procedure exchange is
    a, b : integer;
  begin
    pop(a);
    pop(b);
    push(a);
    push(b);
  end exchange;

  procedure add is
    a, b : integer;
  begin
    pop(a);
    pop(b);
    push(a + b);
  end add;

  procedure try_push (x : in integer; ok : out boolean) is
  begin
    push(x);
    ok := true;
  exception
    when stack_overflow =>
      ok := false;
  end try_push;

end int_stack;
