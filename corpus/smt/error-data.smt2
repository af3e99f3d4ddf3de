; A data type without any finite value.
(declare-datatype Stream ((more (first Int) (rest Stream))))
