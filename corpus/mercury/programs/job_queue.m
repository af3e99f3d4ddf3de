% A queue with an abstract type, and jobs that are put into it.
:- module job_queue.
:- interface.
:- import_module io, list.

:- type jobs(T).

:- func empty_jobs = jobs(T).
:- pred push(T::in, jobs(T)::in, jobs(T)::out) is det.
:- pred pop(T::out, jobs(T)::in, jobs(T)::out) is semidet.
:- func from_list(list(T)) = jobs(T).
:- func to_list(jobs(T)) = list(T).
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, string.

:- type jobs(T) ---> jobs(front :: list(T), back :: list(T)).
:- type job ---> print(string) ; repeat(int, job) ; nothing.

empty_jobs = jobs([], []).

push(X, Jobs, Jobs ^ back := [X | Jobs ^ back]).

pop(X, jobs([X | Front], Back), jobs(Front, Back)).
pop(X, jobs([], Back), Jobs) :-
    list.reverse(Back, [X | Rest]),
    Jobs = jobs(Rest, []).

from_list(Xs) = list.foldl(add, Xs, empty_jobs).
to_list(Jobs) = Jobs ^ front ++ list.reverse(Jobs ^ back).

:- pred run(jobs(job)::in, io::di, io::uo) is det.

run(!.Jobs, !IO) :-
    ( if pop(Job, !Jobs) then
        (
            Job = nothing
        ;
            Job = print(Text),
            io.write_string(Text, !IO),
            io.nl(!IO)
        ;
            Job = repeat(Count, Again),
            ( if Count > 0 then
                push(Again, !Jobs),
                push(repeat(Count - 1, Again), !Jobs)
            else
                true
            )
        ),
        run(!.Jobs, !IO)
    else
        true
    ).

main(!IO) :-
    run(from_list([print("start"), repeat(2, print("again")), nothing]), !IO).

:- func add(T, jobs(T)) = jobs(T).

add(X, Jobs0) = Jobs :-
    push(X, Jobs0, Jobs).
