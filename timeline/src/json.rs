//! JSON values that serde does not define: exact times, and objects whose members depend on the event.

use crate::Time;
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

/// Picoseconds, written as microseconds with all six digits of the fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Micros(pub(crate) Time);

impl Serialize for Micros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact(format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000), serializer)
    }
}

/// Writes picoseconds as nanoseconds; a fraction has three digits.
pub(crate) fn nanoseconds<S, T>(picoseconds: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    T: Copy + Into<u128>,
{
    let picoseconds: u128 = (*picoseconds).into();
    match (picoseconds / 1000, picoseconds % 1000) {
        (whole, 0) => whole.serialize(serializer),
        (whole, part) => exact(format!("{whole}.{part:03}"), serializer),
    }
}

/// Writes a decimal number digit by digit: a float would round long times.
fn exact<S: Serializer>(decimal: String, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(decimal).map_err(S::Error::custom)?.serialize(serializer)
}

/// Value of one of the [`Members`].
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Number(u64),
    /// `null` if unknown.
    Estimate(Option<u64>),
    Text(String),
    Time(Micros),
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl From<Option<u64>> for Value {
    fn from(estimate: Option<u64>) -> Value {
        Value::Estimate(estimate)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<Micros> for Value {
    fn from(time: Micros) -> Value {
        Value::Time(time)
    }
}

/// Members of an object, in order of insertion.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Members(Vec<(&'static str, Value)>);

impl Members {
    /// Adds a member.
    pub(crate) fn push(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.push((name, value.into()));
    }

    /// Returns the members with one more.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Members {
        self.push(name, value);
        self
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    struct Total {
        #[serde(serialize_with = "nanoseconds")]
        ns: u128,
    }

    #[test]
    fn times_keep_all_digits() {
        let members = Members::default()
            .with("at", Micros(u64::MAX))
            .with("unknown", None::<u64>)
            .with("name", "a\"\n".to_owned());
        let text = serde_json::to_string(&members).expect("JSON");
        assert_eq!(text, r#"{"at":18446744073709.551615,"unknown":null,"name":"a\"\n"}"#);
        for (ns, text) in [
            (0, r#"{"ns":0}"#),
            (1_001, r#"{"ns":1.001}"#),
            (u128::MAX, r#"{"ns":340282366920938463463374607431768211.455}"#),
        ] {
            assert_eq!(serde_json::to_string(&Total { ns }).expect("JSON"), text);
        }
    }
}
