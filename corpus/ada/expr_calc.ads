--  Recursive descent calculator for integer expressions:
--
--     expression = term   { ("+" | "-") term }
--     term       = factor { ("*" | "/") factor }
--     factor     = number | "(" expression ")" | "-" factor

package Expr_Calc is

   Syntax_Error : exception;

   function Evaluate (Text : String) return Integer;

   function Is_Valid (Text : String) return Boolean;

end Expr_Calc;
