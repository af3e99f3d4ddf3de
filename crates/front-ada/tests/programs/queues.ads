--  A ring buffer: the positions are a modular type, so they wrap by themselves.
package Queues is

   type Index is mod 2 ** 4;

   type Queue is limited private;

   function Length (Q : in Queue) return Natural;
   function Is_Empty (Q : Queue) return Boolean;
   function Is_Full (Q : Queue) return Boolean;

   procedure Put (Q : in out Queue; Item : Character; Done : out Boolean);
   procedure Get (Q : in out Queue; Item : out Character; Done : out Boolean);

private

   type Buffer is array (Index) of Character;

   type Queue is limited record
      Data  : Buffer;
      First : Index := 0;
      Next  : Index := Index'First;
      Count : Natural := 0;
   end record;

end Queues;
