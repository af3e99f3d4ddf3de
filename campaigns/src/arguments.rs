//! Reading `--name value` pairs: xtask is built before everything else, so it does without clap.

/// Arguments split into plain words and options.
#[derive(Debug, Default)]
pub struct Arguments {
    /// Words that belong to no option, in order.
    pub words: Vec<String>,
    options: Vec<(String, String)>,
}

impl Arguments {
    /// Takes the arguments apart; every option in `known` takes a value.
    pub fn parse(args: &[String], known: &[&str]) -> Result<Arguments, String> {
        let mut parsed = Arguments::default();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let Some(name) = arg.strip_prefix("--") else {
                parsed.words.push(arg.clone());
                continue;
            };
            if !known.contains(&name) {
                return Err(format!("unknown option `{arg}`; there are: --{}", known.join(", --")));
            }
            let value = rest.next().ok_or_else(|| format!("`{arg}` needs a value"))?;
            parsed.options.push((name.to_string(), value.clone()));
        }
        Ok(parsed)
    }

    /// The text of an option; the last one counts.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The number of an option.
    pub fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let read =
            |text: &str| text.parse().map_err(|_| format!("`--{name} {text}`: a whole number is needed"));
        self.text(name).map(read).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_take_values_and_words_stay_in_order() {
        let args: Vec<String> = ["a", "--seed", "3", "b", "--seed", "4"].map(String::from).to_vec();
        let parsed = Arguments::parse(&args, &["seed"]).unwrap();
        assert_eq!(parsed.words, ["a", "b"]);
        assert_eq!(parsed.number("seed"), Ok(Some(4)));
        assert_eq!(parsed.number("cases"), Ok(None));
        assert!(Arguments::parse(&args, &["cases"]).is_err());
        assert!(Arguments::parse(&args[..2], &["seed"]).is_err());
    }
}
