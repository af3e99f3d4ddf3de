% A small grammar of English, with agreement and a meaning.
%! generate -e 'sentence(?,+,?)' --depth 4
%! generate -e 'parse(+,-)' --depth 4
sentence(M) --> noun_phrase(N, S), verb_phrase(N, S, M).

noun_phrase(N, Who) --> determiner(N), noun(N, Who).
noun_phrase(singular, Who) --> name(Who).

verb_phrase(N, S, M) --> verb(N, intransitive, S, _, M).
verb_phrase(N, S, M) --> verb(N, transitive, S, O, M), noun_phrase(_, O).

determiner(_) --> [the].
determiner(singular) --> [a].
determiner(plural) --> [all].

noun(singular, cat) --> [cat].
noun(singular, mouse) --> [mouse].
noun(plural, cat) --> [cats].
noun(plural, mouse) --> [mice].
name(tom) --> [tom].

verb(singular, intransitive, S, _, sleep(S)) --> [sleeps].
verb(plural, intransitive, S, _, sleep(S)) --> [sleep].
verb(singular, transitive, S, O, chase(S, O)) --> [chases].
verb(plural, transitive, S, O, chase(S, O)) --> [chase].

parse(Words, Meaning) :- phrase(sentence(Meaning), Words).

%?- parse([the,cat,chases,a,mouse], M).
%?- parse([the,cats,chases,a,mouse], M).
%?- parse([tom,sleeps], M).
%?- sentence(sleep(mouse), Ws, []).
