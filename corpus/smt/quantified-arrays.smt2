; Facts about all indices of an array.
(declare-const a (Array Int Int))
(declare-const n Int)
(declare-const k Int)

; What holds in a range holds at an index in it.
(push)
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i n)) (<= (select a i) 3))))
(assert (and (<= 0 k) (< k n) (= (select a k) 5)))
(check-sat)
(pop)

; Neighbours in order: a model is a real array, and the ends follow where the length is known.
(push)
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i (- n 1))) (<= (select a i) (select a (+ i 1))))))
(assert (and (= n 3) (= (select a 0) 2) (= (select a 2) 9)))
(check-sat)
(get-value (n (select a 0) (select a 1) (select a 2)))
(assert (> (select a 1) 9))
(check-sat)
(pop)

; An appended element keeps all pairs in order.
(push)
(declare-const b (Array Int Int))
(declare-const x Int)
(assert (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (< j n)) (<= (select a i) (select a j)))))
(assert (and (>= n 1) (>= x (select a (- n 1))) (= b (store a n x))))
(assert (not (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (<= j n)) (<= (select b i) (select b j))))))
(check-sat)
(pop)

; Each element occurs in another array.
(push)
(declare-const c (Array Int Int))
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i n))
  (exists ((j Int)) (and (<= 0 j) (< j n) (= (select c j) (select a i)))))))
(assert (and (= n 2) (= (select a 0) 4) (= (select a 1) 6) (not (= (select c 0) 4))))
(check-sat)
(get-value ((select c 0) (select c 1)))
(pop)

; Functions likewise.
(declare-fun f (Int) Int)
(assert (forall ((i Int)) (> (f i) i)))
(assert (= (f (f 3)) 4))
(check-sat)
