function F (A : Integer) return Integer is (A ** 2 ** 3);
