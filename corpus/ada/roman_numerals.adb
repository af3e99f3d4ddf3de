--! generate -c statement -c branch
package body Roman_Numerals is

  type Symbol is (I, V, X, L, C, D, M);

  Weight : constant array (Symbol) of Positive :=
    (I => 1, V => 5, X => 10, L => 50, C => 100, D => 500, M => 1000);

  function To_Symbol (Ch : Character) return Symbol is
  begin
    case Ch is
      when 'I' | 'i' => return I;
      when 'V' | 'v' => return V;
      when 'X' | 'x' => return X;
      when 'L' | 'l' => return L;
      when 'C' | 'c' => return C;
      when 'D' | 'd' => return D;
      when 'M' | 'm' => return M;
      when others    => raise Invalid_Numeral;
    end case;
  end To_Symbol;

  function To_Roman (N : Roman_Range) return String is

    function Place (Value : Natural; One, Five, Ten : Character)
      return String is
    begin
      case Value is
        when 0      => return "";
        when 1 .. 3 => return (1 .. Value => One);
        when 4      => return One & Five;
        when 5 .. 8 => return Five & (1 .. Value - 5 => One);
        when 9      => return One & Ten;
        when others => raise Constraint_Error;
      end case;
    end Place;

  begin
    return (1 .. N / 1000 => 'M')
      & Place (N / 100 mod 10, 'C', 'D', 'M')
      & Place (N / 10 mod 10, 'X', 'L', 'C')
      & Place (N mod 10, 'I', 'V', 'X');
  end To_Roman;

  function From_Roman (S : String) return Roman_Range is
    Total   : Integer := 0;
    Current : Positive;
    Highest : Positive := 1;
  begin
    for K in reverse S'Range loop
      Current := Weight (To_Symbol (S (K)));
      if Current < Highest then
        Total := Total - Current;
      else
        Total   := Total + Current;
        Highest := Current;
      end if;
    end loop;
    return Total;
  end From_Roman;

  function Is_Roman (S : String) return Boolean is
  begin
    return S'Length > 0 and then To_Roman (From_Roman (S)) = S;
  exception
    when Invalid_Numeral =>
      return False;
  end Is_Roman;

  function Add (Left, Right : String) return String is
  begin
    return To_Roman (From_Roman (Left) + From_Roman (Right));
  end Add;

end Roman_Numerals;
