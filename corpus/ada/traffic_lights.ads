package Traffic_Lights is

   type Light is (Red, Red_Amber, Green, Amber);
   type Seconds is range 0 .. 120;
   type Plan is array (Light) of Seconds;

   Default_Plan : constant Plan :=
     (Red => 30, Red_Amber => 2, Green => 25, Amber => 3);

   type Crossing is record
      Phase     : Light   := Red;
      Remaining : Seconds := Default_Plan (Red);
      Night     : Boolean := False;
   end record;

   function Next (L : Light) return Light;
   function May_Go (L : Light) return Boolean is (L = Green);
   function Cycle_Time (P : Plan) return Seconds;

   procedure Tick (C : in out Crossing; P : Plan := Default_Plan);
   procedure Request (C : in out Crossing);
   --  A pedestrian pressed the button: a long green phase is cut to 5 s

   procedure Set_Night (C : in out Crossing; On : Boolean := True);
   function Phase_After (P : Plan; Time : Natural) return Light;

end Traffic_Lights;
