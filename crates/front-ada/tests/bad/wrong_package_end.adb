package A.B is
end A.C;
