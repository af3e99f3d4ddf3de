% A quote that is never closed.
a(1).
b('oh).
c(2).
