% A package with sub-modules.
:- module geometry.
:- interface.
:- include_module point, shape.
:- type unit_of_length ---> metres ; feet.
:- func factor(unit_of_length) = float.
:- implementation.
factor(metres) = 1.0.
factor(feet) = 0.3048.
