-- roman numerals, 1 .. 3999
package Roman_Numerals is

  subtype Roman_Range is Integer range 1 .. 3999;

  Invalid_Numeral : exception;

  function To_Roman (N : Roman_Range) return String;
  function From_Roman (S : String) return Roman_Range;
  function Is_Roman (S : String) return Boolean;
  function Add (Left, Right : String) return String;

end Roman_Numerals;
