:- module two_b.
:- interface.
:- type thing ---> b.
:- implementation.
