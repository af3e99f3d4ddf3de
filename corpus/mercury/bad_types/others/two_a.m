:- module two_a.
:- interface.
:- type thing ---> a.
:- implementation.
