//! `tdqs schema`

use anyhow::Result;
use serde_json::Value;
use tdqs::ScoreReport;
use tdqs::lock::{CheckReport, Lock};
use tdqs::rubric::{CoherenceAnswer, ToolAnswer};

use crate::arguments::{Schema, SchemaOf};
use crate::credit::CreditReport;
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::report::fix::FixOutput;
use crate::report::lint::LintOutput;
use crate::report::polish::PolishOutput;
use crate::signals::SignalsReport;
use crate::store::{self, ExportRecord};

pub(crate) fn run(arguments: &Schema) -> Result<Outcome> {
    let schema = match arguments.of {
        SchemaOf::ScoreReport => schemars::schema_for!(ScoreReport),
        SchemaOf::Lock => schemars::schema_for!(Lock),
        SchemaOf::CheckReport => schemars::schema_for!(CheckReport),
        SchemaOf::CreditReport => schemars::schema_for!(CreditReport),
        SchemaOf::LintReport => schemars::schema_for!(LintOutput<'static>),
        SchemaOf::FixReport => schemars::schema_for!(FixOutput<'static>),
        SchemaOf::PolishReport => schemars::schema_for!(PolishOutput<'static>),
        SchemaOf::SignalsReport => schemars::schema_for!(SignalsReport),
        SchemaOf::ExportRecord => schemars::schema_for!(ExportRecord<'static>),
        SchemaOf::StatisticsReport => schemars::schema_for!(store::StatisticsRecord<'static>),
        SchemaOf::ToolAnswer => ToolAnswer::json_schema(),
        SchemaOf::CoherenceAnswer => CoherenceAnswer::json_schema(),
    };
    let text = serde_json::to_string_pretty(&sorted(schema.to_value()))?;
    Destination::Standard.write(&(text + "\n"))?;
    Ok(Outcome::default())
}

/// The same value with the keys of every object sorted: whether `serde_json` keeps an order of its own is
/// decided by whoever else is in the build, and the bytes must not be.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<(String, Value)> = object.into_iter().collect();
            entries.sort_by(|left, right| left.0.cmp(&right.0));
            entries
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(elements) => elements.into_iter().map(sorted).collect(),
        other => other,
    }
}
