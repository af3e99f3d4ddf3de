:- module shop_types.
:- interface.
:- import_module assoc_list, int, list, map, pair.
:- type tax ---> food ; book ; other(percent :: int).
:- type item ---> item(name :: string, cents :: int, tax :: tax).
:- type cart == assoc_list(item, int).
:- type stock == map(string, int).
:- type problem ---> short(string, int) ; unknown(string).
:- func rate(tax) = int.
:- implementation.
rate(food) = 7.
rate(book) = 5.
rate(other(P)) = P.
