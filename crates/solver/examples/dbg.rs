use formula::*; use solver::*;
fn main(){ let mut t=Terms::new(); let x=t.var("x",Sort::INT); let y=t.var("y",Sort::INT); let p=t.mul(x,y); let one=t.int(1); let f=t.eq(p,one);
 let mut s=Solver::new(); s.assert(f); println!("{:?}", s.check(&t,&Default::default())); println!("{:?}", s.statistics()); }
