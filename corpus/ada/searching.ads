package Searching is

   type Table is array (Positive range <>) of Integer;

   subtype Index_Or_None is Natural;
   None : constant Index_Or_None := 0;

   function Ascending (T : Table) return Boolean is
     (for all I in T'Range =>
        (for all J in T'Range => (if I < J then T (I) <= T (J))));

   function Contains (T : Table; Value : Integer) return Boolean is
     (for some E of T => E = Value);

   function Linear_Search (T : Table; Value : Integer) return Index_Or_None
     with Post =>
       (if Linear_Search'Result = None
        then not Contains (T, Value)
        else T (Linear_Search'Result) = Value);

   function Binary_Search (T : Table; Value : Integer) return Index_Or_None
     with Pre  => Ascending (T),
          Post => (if Binary_Search'Result = None
                   then not Contains (T, Value)
                   else T (Binary_Search'Result) = Value);

   function Recursive_Search (T : Table; Value : Integer) return Index_Or_None
     with Pre => Ascending (T);

   function Last_Occurrence (T : Table; Value : Integer) return Index_Or_None;

   function Insertion_Point (T : Table; Value : Integer) return Positive
     with Pre => Ascending (T);

end Searching;
