:- import_module geometry.shape.
:- import_module geometry, geometry.point, list, float.
test(sq, [P = perimeter(polygon([origin, point(1.0, 0.0), point(1.0, 1.0), point(0.0, 1.0)]))], [true(P = 4.0)]).
test(ar, [A = area(polygon([origin, point(4.0, 0.0), point(0.0, 3.0)]))], [true(A = 6.0)]).
test(circ, [A = area(circle(origin, 2.0))], [true((A > 12.566, A < 12.567))]).
test(mv, [move(point(1.0, -1.0), circle(origin, 2.0), C)], [true(C ^ centre = point(1.0, -1.0)), true(C ^ radius = 2.0)]).
test(emp, [P = perimeter(polygon([]))], [exception]).
test(unit, [X = in_unit(metres, polygon([origin, point(3.0, 4.0)]))], [true(X = 10.0)]).
test(nofield, [move(origin, polygon([]), S), R = S ^ radius], [failure]).
