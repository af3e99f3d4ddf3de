% A comment that is never closed.
a(1).
/* b(2).
c(3).
