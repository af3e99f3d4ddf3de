separate (Outer)
procedure Inner (Step : Integer) is
begin
   Shared := Shared + Step;
end Inner;
