function F (A, B : Integer) return Integer is (A * -B);
