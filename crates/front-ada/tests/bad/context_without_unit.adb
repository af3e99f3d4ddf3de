with Ada.Text_IO;
use Ada.Text_IO;
