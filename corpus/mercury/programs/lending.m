% A library that lends books: commands are read, checked and carried out; the log is a report.
:- module lending.
:- interface.
:- import_module io, list, map, maybe.

:- type book_id == int.
:- type member_id == string.

:- type book
    --->    book(
                title   :: string,
                authors :: list(string),
                copies  :: int
            ).

:- type member
    --->    member(
                full_name   :: string,
                level       :: level,
                borrowed    :: list(loan)
            ).

:- type level ---> guest ; regular ; staff.
:- type loan ---> loan(book :: book_id, due :: int).

:- type library
    --->    library(
                books   :: map(book_id, book),
                members :: map(member_id, member),
                today   :: int
            ).

:- type command
    --->    add_book(book_id, string, list(string), int)
    ;       join(member_id, string, level)
    ;       lend(member_id, book_id)
    ;       give_back(member_id, book_id)
    ;       wait(int)
    ;       report.

:- type reply
    --->    done
    ;       refused(problem)
    ;       text(list(string)).

:- type problem
    --->    no_member(member_id)
    ;       no_book(book_id)
    ;       member_exists(member_id)
    ;       no_copies(book_id)
    ;       too_many_loans(member_id, int)
    ;       not_borrowed(book_id)
    ;       overdue(list(book_id)).

:- func new_library = library.
:- pred perform(command::in, reply::out, library::in, library::out) is det.
:- pred parse_command(string::in, maybe_error(command)::out) is det.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module assoc_list, bool, char, int, pair, require, set, string.

new_library = library(map.init, map.init, 0).

%---------------------------------------------------------------------------%
% Rules.

:- func limit(level) = int.

limit(guest) = 1.
limit(regular) = 3.
limit(staff) = 10.

:- func loan_days(level) = int.

loan_days(Level) = Days :-
    ( Level = guest, Days = 7
    ; Level = regular, Days = 21
    ; Level = staff, Days = 90
    ).

:- pred find_member(library::in, member_id::in, maybe_error(member, problem)::out) is det.

find_member(Library, Id, Result) :-
    ( if map.search(Library ^ members, Id, Member) then
        Result = ok(Member)
    else
        Result = error(no_member(Id))
    ).

:- func late(int, member) = list(book_id).

late(Today, Member) = list.map(book, Late) :-
    Late = list.filter((pred(loan(_, Due)::in) is semidet :- Due < Today), Member ^ borrowed).

perform(Command, Reply, !Library) :-
    (
        Command = add_book(Id, Title, Authors, Count),
        ( if map.search(!.Library ^ books, Id, Book0) then
            Book = (Book0 ^ copies := Book0 ^ copies + Count)
        else
            Book = book(Title, Authors, Count)
        ),
        !Library ^ books ^ elem(Id) := Book,
        Reply = done
    ;
        Command = join(MemberId, Name, Level),
        ( if map.insert(MemberId, member(Name, Level, []), !.Library ^ members, Members) then
            !Library ^ members := Members,
            Reply = done
        else
            Reply = refused(member_exists(MemberId))
        )
    ;
        Command = lend(MemberId, BookId),
        find_member(!.Library, MemberId, Found),
        (
            Found = error(Problem),
            Reply = refused(Problem)
        ;
            Found = ok(Member),
            lend(MemberId, Member, BookId, Reply, !Library)
        )
    ;
        Command = give_back(MemberId, BookId),
        find_member(!.Library, MemberId, Found),
        (
            Found = error(Problem),
            Reply = refused(Problem)
        ;
            Found = ok(Member),
            ( if take_loan(BookId, Member ^ borrowed, Rest) then
                !Library ^ members ^ elem(MemberId) := (Member ^ borrowed := Rest),
                change_copies(BookId, 1, !Library),
                Reply = done
            else
                Reply = refused(not_borrowed(BookId))
            )
        )
    ;
        Command = wait(Days),
        !Library ^ today := !.Library ^ today + Days,
        Reply = done
    ;
        Command = report,
        Reply = text(report_lines(!.Library))
    ).

:- pred lend(member_id::in, member::in, book_id::in, reply::out, library::in, library::out) is det.

lend(MemberId, Member, BookId, Reply, !Library) :-
    Late = late(!.Library ^ today, Member),
    Count = list.length(Member ^ borrowed),
    ( if Late = [_ | _] then
        Reply = refused(overdue(Late))
    else if Count >= limit(Member ^ level) then
        Reply = refused(too_many_loans(MemberId, Count))
    else if map.search(!.Library ^ books, BookId, Book) then
        ( if Book ^ copies > 0 then
            Loan = loan(BookId, !.Library ^ today + loan_days(Member ^ level)),
            !Library ^ members ^ elem(MemberId) := (Member ^ borrowed := [Loan | Member ^ borrowed]),
            change_copies(BookId, -1, !Library),
            Reply = done
        else
            Reply = refused(no_copies(BookId))
        )
    else
        Reply = refused(no_book(BookId))
    ).

:- pred take_loan(book_id::in, list(loan)::in, list(loan)::out) is semidet.

take_loan(BookId, [Loan | Loans], Rest) :-
    ( if Loan ^ book = BookId then
        Rest = Loans
    else
        take_loan(BookId, Loans, Rest0),
        Rest = [Loan | Rest0]
    ).

:- pred change_copies(book_id::in, int::in, library::in, library::out) is det.

change_copies(BookId, Change, !Library) :-
    map.lookup(!.Library ^ books, BookId, Book),
    !Library ^ books ^ elem(BookId) := (Book ^ copies := Book ^ copies + Change).

%---------------------------------------------------------------------------%
% Reports.

:- func report_lines(library) = list(string).

report_lines(Library) = [Header | Lines] :-
    Header = string.format("day %d: %d books, %d members",
        [i(Library ^ today), i(map.count(Library ^ books)), i(map.count(Library ^ members))]),
    Lines = list.map(member_line(Library), map.to_assoc_list(Library ^ members)).

:- func member_line(library, pair(member_id, member)) = string.

member_line(Library, Id - Member) = Line :-
    Titles = list.map((func(Loan) = title_of(Library, Loan ^ book)), Member ^ borrowed),
    Late = ( if late(Library ^ today, Member) = [] then "" else " (late)" ),
    Line = string.format("%-8s %-20s %s%s",
        [s(Id), s(Member ^ full_name), s(string.join_list(", ", list.sort(Titles))), s(Late)]).

:- func title_of(library, book_id) = string.

title_of(Library, Id) = ( if map.search(Library ^ books, Id, Book) then Book ^ title else "?" ).

%---------------------------------------------------------------------------%
% Commands as text.

parse_command(Line, Result) :-
    Words = string.words(Line),
    ( if
        (
            Words = ["lend", Member, BookText],
            string.to_int(BookText, Book),
            Command = lend(Member, Book)
        ;
            Words = ["return", Member, BookText],
            string.to_int(BookText, Book),
            Command = give_back(Member, Book)
        ;
            Words = ["join", Member, LevelText | Name],
            level(LevelText, Level),
            Command = join(Member, string.join_list(" ", Name), Level)
        ;
            Words = ["wait", DaysText],
            string.to_int(DaysText, Days),
            Days > 0,
            Command = wait(Days)
        ;
            Words = ["report"],
            Command = report
        )
    then
        Result = ok(Command)
    else
        Result = error("not understood: " ++ Line)
    ).

:- pred level(string, level).
:- mode level(in, out) is semidet.
:- mode level(out, in) is det.

level("guest", guest).
level("regular", regular).
level("staff", staff).

:- pred run(string::in, library::in, library::out, io::di, io::uo) is det.

run(Line, !Library, !IO) :-
    parse_command(Line, Parsed),
    (
        Parsed = error(Message),
        io.print_line(Message, !IO)
    ;
        Parsed = ok(Command),
        perform(Command, Reply, !Library),
        (
            Reply = done
        ;
            Reply = refused(Problem),
            io.write_string("refused: ", !IO),
            io.write_line(Problem, !IO)
        ;
            Reply = text(Lines),
            list.foldl(io.print_line, Lines, !IO)
        )
    ).

main(!IO) :-
    some [!Library] (
        !:Library = new_library,
        list.foldl(
            (pred(Command::in, L0::in, L::out) is det :-
                perform(Command, Reply, L0, L),
                expect(unify(Reply, done), $pred, "setup failed")
            ),
            [
                add_book(1, "Prolog", ["Clocksin", "Mellish"], 2),
                add_book(2, "Mercury", ["Somogyi"], 1)
            ], !Library),
        Lines = ["join ada regular Ada Lovelace", "lend ada 2", "lend bob 1", "wait 30", "lend ada 1", "report",
            "return ada 2", "lend ada 1", "fly"],
        list.foldl2(run, Lines, !.Library, _, !IO)
    ).
