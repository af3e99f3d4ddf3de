--  Records, how they are stored, and types made from other types.
package Records is
   type Empty is null record;
   type Also_Empty is record
      null;
   end record;

   type Flag is (No, Yes);
   for Flag use (No => 0, Yes => 255);

   type Register is record
      Ready : Flag := No;
      Code  : Natural range 0 .. 127 := 0;
   end record;
   for Register use record
      Ready at 0 range 0 .. 7;
      Code  at 1 range 0 .. 7;
   end record;

   type Length is range 0 .. 10_000;
   type Width is new Length range 1 .. 100;
   type Height is new Length;
   type Grades is ('A', 'B', 'C', Failed);
   type Marks is array (Natural range <>) of Grades;

   type Box is record
      W        : Width := 1;
      H, Depth : Height := 0;
      Tags     : Marks (1 .. 3) := "ABC";
      Best     : aliased Grades := 'A';
   end record;

   type Box_Ref is access all Box;
   type Grade_Ref is access constant Grades;

   Unit  : aliased constant Box := (1, 1, 1, "AAA", 'B');
   Spare : aliased Box;
   Ref   : constant Box_Ref := Spare'Access;
   Buffer : array (1 .. 3, Flag) of aliased Boolean := (others => (others => False));
   One, Two, Three : Integer := 0;
   Pointer : access Box := null;
end Records;
