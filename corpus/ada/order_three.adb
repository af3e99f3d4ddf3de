--! generate -c statement -c branch
procedure order_three (a, b, c : in out integer; swaps : out natural) is

  -- puts the three values into ascending order

  procedure swap (x, y : in out integer) is
    t : integer;
  begin
    t := x;
    x := y;
    y := t;
    swaps := swaps + 1;
  end swap;

  procedure order (x, y : in out integer) is
  begin
    if x > y then
      swap (x, y);
    end if;
  end order;

begin
  swaps := 0;
  order (a, b);
  order (x => b, y => c);
  order (a, b);
  pragma assert (a <= b and b <= c);
  pragma assert (swaps <= 3);
end order_three;
