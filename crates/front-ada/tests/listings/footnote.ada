I:=H;
while I <= K loop
  S;
  I:=I + 1;
end loop;
