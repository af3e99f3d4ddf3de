--  Names do not care about case; reserved words neither.
PROCEDURE Spelling (COUNT : IN OUT Natural) IS
   Größe : Integer := 1;
   Value_1, VALUE_2 : INTEGER;
BEGIN
   value_1 := größe;
   Value_2 := VaLuE_1;
   IF count > 0 AND THEN Value_2 = 1 THEN
      Count := COUNT - 1;
   END IF;
end SPELLING;
