% Directives that are left out, or wrong.
:- foo(1).
:- op(1201, xfx, a).
:- op(700, abc, a).
:- op(700, xfx, 1).
:- dynamic p.
:- domain(real).
:- use_module(library(http/http_open)).
:- use_module(other).
:- set_prolog_flag(double_quotes, bytes).
:- set_prolog_flag(occurs_check, true).
?- p.
:- X.
p.
