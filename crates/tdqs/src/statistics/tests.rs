use num_rational::BigRational;
use proptest::prelude::*;
use serde_json::{Value, json};
use tdqs_coherence::Rollup;
use tdqs_rubric::{
    CoherenceDimension, Dimension, PerCoherenceDimension, PerDimension, Score, Tenths, Tier, ToolFlag, tdqs,
};

use super::{ServerFigures, Statistics, ToolFigures};

// The plain second implementation: sorted vectors and rationals, and numbers written out as text.

fn rational(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Half up to two decimals, as JSON has it.
fn rounded(value: &BigRational) -> Value {
    let hundredths = (value * rational(100, 1) + rational(1, 2)).floor().to_integer().to_string();
    let digits = format!("{hundredths:0>3}");
    let (whole, decimals) = digits.split_at(digits.len() - 2);
    format!("{whole}.{decimals}").parse::<f64>().unwrap().into()
}

fn mean(values: &[BigRational]) -> Value {
    if values.is_empty() {
        return Value::Null;
    }
    rounded(&(values.iter().sum::<BigRational>() / rational(values.len() as u64, 1)))
}

fn mean_of(values: &[BigRational]) -> Value {
    json!({"value": mean(values), "of": values.len()})
}

fn share(count: usize, of: usize) -> Value {
    let percent = if of == 0 { Value::Null } else { rounded(&rational(100 * count as u64, of as u64)) };
    json!({"count": count, "of": of, "percent": percent})
}

fn tenths(score: Tenths) -> BigRational {
    rational(u64::from(score.count()), 10)
}

#[derive(Debug, Clone)]
struct Tool {
    scores: PerDimension<Score>,
    flags: Vec<ToolFlag>,
}

#[derive(Debug, Clone)]
struct Server {
    tdqs: Vec<Tenths>,
    unscored: usize,
    coherence: Option<PerCoherenceDimension<Score>>,
    has_candidate: bool,
    has_risk: bool,
}

impl Server {
    fn figures(&self) -> ServerFigures {
        ServerFigures::of(&self.tdqs, self.tdqs.len() + self.unscored, self.coherence.as_ref())
            .with_shadow_candidate(self.has_candidate)
            .with_shadowing_risk(self.has_risk)
    }

    fn rollup(&self) -> Rollup {
        Rollup::of(&self.tdqs, self.tdqs.len() + self.unscored, self.coherence.as_ref())
    }

    /// Mean less minimum, in points.
    fn gap(&self) -> Option<BigRational> {
        let lowest = tenths(*self.tdqs.iter().min()?);
        let total: BigRational = self.tdqs.iter().map(|score| tenths(*score)).sum();
        Some(total / rational(self.tdqs.len() as u64, 1) - lowest)
    }
}

fn plain_tools(tools: &[Tool]) -> Value {
    let mut scores: Vec<Tenths> = tools.iter().map(|tool| tdqs(&tool.scores)).collect();
    scores.sort_unstable();
    let count =
        |is_one: &dyn Fn(&Tool) -> bool| share(tools.iter().filter(|tool| is_one(tool)).count(), tools.len());
    let tier = |tool: &Tool| Tier::of(tdqs(&tool.scores));
    // The lowest score that at least so many per cent have or fall below.
    let percentile = |percent: usize| -> Value {
        let reached = |score: &&Tenths| {
            100 * scores.iter().filter(|other| *other <= *score).count() >= percent * scores.len()
        };
        scores.iter().find(reached).map_or(Value::Null, |score| score.to_f64().into())
    };
    let all: Vec<BigRational> = scores.iter().map(|score| tenths(*score)).collect();
    let dimension = |dimension: Dimension| {
        let values: Vec<BigRational> =
            tools.iter().map(|tool| rational(tool.scores.get(dimension).get().into(), 1)).collect();
        json!({
            "dimension": dimension,
            "weightPercent": dimension.weight_percent(),
            "mean": mean(&values),
            "smells": count(&|tool| tool.scores.get(dimension).get() < 3),
        })
    };
    let tiers = [Tier::A, Tier::B, Tier::C, Tier::D]
        .map(|expected| json!({"tier": expected, "tools": count(&|tool| tier(tool) == expected)}));
    let flags =
        ToolFlag::ALL.map(|flag| json!({"flag": flag, "tools": count(&|tool| tool.flags.contains(&flag))}));
    let dimensions = Dimension::ALL.map(dimension);
    json!({
        "count": tools.len(),
        "meanTdqs": mean(&all),
        "p25Tdqs": percentile(25),
        "medianTdqs": percentile(50),
        "p75Tdqs": percentile(75),
        "passing": count(&|tool| tdqs(&tool.scores).count() >= 30),
        "tiers": tiers,
        "dimensions": dimensions,
        "withSmells": count(&|tool| tool.scores.iter().any(|(_, score)| score.get() < 3)),
        "flags": flags,
    })
}

fn plain_servers(servers: &[Server]) -> Value {
    let scores = |score: fn(&Rollup) -> Option<Tenths>| {
        let values: Vec<BigRational> =
            servers.iter().filter_map(|server| score(&server.rollup())).map(tenths).collect();
        mean_of(&values)
    };
    let gaps: Vec<BigRational> = servers.iter().filter_map(Server::gap).collect();
    let judged: Vec<&Server> = servers.iter().filter(|server| server.coherence.is_some()).collect();
    let dimension = |dimension: CoherenceDimension| {
        let score = |server: &Server| server.coherence.map(|scores| scores.get(dimension).get());
        let values: Vec<BigRational> =
            servers.iter().filter_map(score).map(|score| rational(score.into(), 1)).collect();
        json!({"dimension": dimension, "mean": mean_of(&values)})
    };
    let judged_tools: usize = servers.iter().map(|server| server.tdqs.len()).sum();
    let unscored: usize = servers.iter().map(|server| server.unscored).sum();
    let dimensions = CoherenceDimension::ALL.map(dimension);
    let candidates = servers.iter().filter(|server| server.has_candidate).count();
    json!({
        "count": servers.len(),
        "coverage": share(judged_tools, judged_tools + unscored),
        "meanGap": mean_of(&gaps),
        "withPointGap": share(gaps.iter().filter(|gap| **gap >= rational(1, 1)).count(), gaps.len()),
        "overallScore": scores(|rollup| rollup.overall_score),
        "descriptionQualityScore": scores(|rollup| rollup.description_quality_score),
        "coherenceScore": scores(|rollup| rollup.coherence_score),
        "coherenceDimensions": dimensions,
        "withShadowCandidate": share(candidates, servers.len()),
        "withShadowingRisk": share(judged.iter().filter(|server| server.has_risk).count(), judged.len()),
    })
}

fn counted(tools: &[Tool], servers: &[Server]) -> Statistics {
    let mut statistics = Statistics::default();
    statistics.extend(tools.iter().map(|tool| ToolFigures { scores: tool.scores, flags: &tool.flags }));
    statistics.extend(servers.iter().map(Server::figures));
    statistics
}

fn score() -> impl Strategy<Value = Score> {
    (1..=5_i32).prop_map(Score::clamped)
}

fn tool() -> impl Strategy<Value = Tool> {
    let flags = prop::collection::vec(prop::sample::select(ToolFlag::ALL.to_vec()), 0..3);
    (prop::array::uniform6(score()), flags).prop_map(|(scores, flags)| {
        let mut scores = scores.into_iter();
        Tool { scores: PerDimension::from_fn(|_| scores.next().unwrap()), flags }
    })
}

fn server() -> impl Strategy<Value = Server> {
    let tdqs = prop::collection::vec((10..=50_u32).prop_map(Tenths::new), 0..12);
    let coherence = prop::option::of(prop::array::uniform4(score()));
    (tdqs, 0..4_usize, coherence, any::<bool>(), any::<bool>()).prop_map(
        |(tdqs, unscored, coherence, has_candidate, has_risk)| Server {
            tdqs,
            unscored,
            coherence: coherence.map(|scores| {
                let mut scores = scores.into_iter();
                PerCoherenceDimension::from_fn(|_| scores.next().unwrap())
            }),
            has_candidate,
            has_risk,
        },
    )
}

proptest! {
    #[test]
    fn counting_gives_what_sorted_vectors_and_rationals_give(
        tools in prop::collection::vec(tool(), 0..60), servers in prop::collection::vec(server(), 0..25)
    ) {
        let report = serde_json::to_value(counted(&tools, &servers).report()).unwrap();
        prop_assert_eq!(&report["tools"], &plain_tools(&tools));
        prop_assert_eq!(&report["servers"], &plain_servers(&servers));
    }

    #[test]
    fn parts_that_are_merged_are_the_whole(
        tools in prop::collection::vec(tool(), 0..40), servers in prop::collection::vec(server(), 0..20),
        cut in any::<prop::sample::Index>(), other_cut in any::<prop::sample::Index>()
    ) {
        let (cut, other_cut) = (cut.index(tools.len() + 1), other_cut.index(servers.len() + 1));
        let first = counted(&tools[..cut], &servers[..other_cut]);
        let mut second = counted(&tools[cut..], &servers[other_cut..]);
        second.merge(&first);
        prop_assert_eq!(second, counted(&tools, &servers));
    }
}

#[test]
fn nothing_has_no_figures() {
    let report = Statistics::default().report();
    assert_eq!((report.tools.count, report.tools.mean_tdqs, report.tools.median_tdqs), (0, None, None));
    assert_eq!((report.servers.mean_gap.value, report.servers.coverage.percent), (None, None));
    assert_eq!(report.tools.passing.percent_tenths(), None);
}

#[test]
fn a_sum_of_many_fractions_ends_on_the_tie_it_is() {
    // Gaps of 1/2 + 1/3 + 1/6 tenths over 20 servers are 0.05 tenths, 0.005 points: exactly half a hundredth.
    let gap = |scored: usize| {
        let mut tdqs = vec![Tenths::new(20); scored];
        tdqs[0] = Tenths::new(21);
        ServerFigures::of(&tdqs, scored, None)
    };
    let mut statistics = Statistics::default();
    statistics.extend([2, 3, 6].map(gap));
    statistics.extend((0..17).map(|_| ServerFigures::of(&[Tenths::new(30)], 1, None)));
    assert_eq!(statistics.report().servers.mean_gap.value.unwrap().to_string(), "0.01");
    statistics.add_server(&ServerFigures::of(&[Tenths::new(30)], 1, None));
    assert_eq!(statistics.report().servers.mean_gap.value.unwrap().to_string(), "0.00");
}

#[test]
fn a_full_point_is_ten_tenths_of_the_exact_mean() {
    // Means 3.0 and 2.975 above a lowest of 2.0 and 1.98 cannot be told apart by a rounded mean.
    let share = |tdqs: &[u32]| {
        let tdqs: Vec<Tenths> = tdqs.iter().copied().map(Tenths::new).collect();
        let mut statistics = Statistics::default();
        statistics.add_server(&ServerFigures::of(&tdqs, tdqs.len(), None));
        statistics.report().servers.with_point_gap.count
    };
    assert_eq!(share(&[20, 40]), 1);
    assert_eq!(share(&[20, 33, 36]), 0, "the mean is 2.9667, which rounds to 3.0");
}

#[test]
fn the_figures_fit_their_schema() {
    let schema = schemars::schema_for!(super::StatisticsReport);
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    let server = ServerFigures::of(&[Tenths::new(30)], 1, None);
    for servers in [&[][..], &[server]] {
        let mut statistics = Statistics::default();
        statistics.extend(servers.iter().cloned());
        let report = serde_json::to_value(statistics.report()).unwrap();
        assert!(validator.is_valid(&report), "{report}");
    }
}

#[tokio::test]
async fn a_report_counts_as_its_tools_and_its_server() {
    let set = tdqs_signals::ToolSet::parse(
        r#"[{"name": "a", "description": "Get it."}, {"name": "b"}, {"name": "c", "inputSchema": 5}]"#,
    );
    let scorer = crate::Scorer::new(tdqs_llm::MockJudge::scoring(Score::clamped(4)));
    let report = scorer.score_server("dock", &set.unwrap()).await;
    let mut statistics = Statistics::default();
    statistics.add_report(&report, true);
    let figures = statistics.report();
    assert_eq!((figures.tools.count, figures.tools.flags[0].tools.count), (2, 1));
    assert_eq!((figures.servers.coverage.count, figures.servers.coverage.of), (2, 3));
    assert_eq!(figures.servers.with_shadow_candidate.count, 1);
    assert_eq!(figures.servers.with_shadowing_risk, super::Share::new(0, 1));
    assert_eq!(figures.servers.mean_gap.value.unwrap().to_string(), "1.50");
}
