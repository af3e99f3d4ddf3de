function F (A, B, C : Boolean) return Boolean is (A and then B and C);
