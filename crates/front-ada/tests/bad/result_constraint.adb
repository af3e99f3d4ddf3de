function F (X : Integer) return Boolean (X > 1);
