use tdqs_rubric::{ListedTool, Score};
use tdqs_signals::{ContextSignals, SpecVersion, ToolDefinition};

use super::*;
use crate::{Judge, JudgeError, MockJudge, ServerQuestion, ToolQuestion, Usage};

const EDITION: SpecVersion = SpecVersion::V1_2;

async fn ask(judge: &dyn Judge, name: &str, edition: SpecVersion) -> Result<ToolAnswer, JudgeError> {
    let tool = ToolDefinition::new(name).with_description("Find one crate by its label.");
    let signals = ContextSignals::of(&tool, edition);
    let question = ToolQuestion { tool: &tool, signals: &signals, siblings: &[], edition, run: 0 };
    let verdict = judge.judge_tool(&question).await?;
    Ok(verdict.answer)
}

async fn ask_server(judge: &dyn Judge, name: &str) -> Result<CoherenceAnswer, JudgeError> {
    let tool = ToolDefinition::new("find_crate");
    let signals = ContextSignals::of(&tool, EDITION);
    let tools = [ListedTool { name: "find_crate", description: None, signals: &signals }];
    let question = ServerQuestion {
        server_name: name,
        tools: &tools,
        candidates: &[],
        edition: EDITION,
        mean_tdqs: None,
    };
    let verdict = judge.judge_server(&question).await?;
    Ok(verdict.answer)
}

async fn recording() -> RecordedAnswers {
    let mock = MockJudge::scoring(Score::MAX)
        .with_cost(Usage::new(1, 2, 3))
        .with_tool_error("broken", JudgeError::new("no verdict"));
    let recorder = RecordingJudge::new(mock);
    ask(&recorder, "find_crate", EDITION).await.unwrap();
    ask(&recorder, "broken", EDITION).await.unwrap_err();
    ask_server(&recorder, "warehouse").await.unwrap();
    assert_eq!(recorder.answers().len(), 2);
    recorder.into_answers()
}

#[tokio::test]
async fn what_was_recorded_is_given_again_by_the_same_name() {
    let json = serde_json::to_string_pretty(&recording().await).unwrap();
    let replay = ReplayJudge::new(serde_json::from_str(&json).unwrap());
    assert_eq!(replay.identity(), MockJudge::new().identity());
    let mock = MockJudge::scoring(Score::MAX);
    assert_eq!(ask(&replay, "find_crate", EDITION).await, ask(&mock, "find_crate", EDITION).await);
    assert_eq!(ask_server(&replay, "warehouse").await, ask_server(&mock, "warehouse").await);
}

#[tokio::test]
async fn the_edition_is_no_part_of_a_tools_key() {
    let replay = ReplayJudge::new(recording().await);
    assert!(ask(&replay, "find_crate", SpecVersion::V1_3).await.is_ok());
}

#[tokio::test]
async fn a_question_without_a_recorded_answer_says_which_and_what_to_do() {
    let replay = ReplayJudge::new(recording().await);
    let error = ask(&replay, "move\u{1b}_crate", EDITION).await.unwrap_err();
    let hash = InputHash::of(
        &ToolDefinition::new("move\u{1b}_crate").with_description("Find one crate by its label."),
    );
    assert_eq!(
        error.message,
        format!(
            "no recorded answer about tool `move _crate` (input hash {hash}); \
             record one by asking `mock-1` through a recording judge"
        )
    );
    assert!(!error.ends_run);
    let error = ask_server(&replay, "another").await.unwrap_err();
    assert!(error.message.starts_with("no recorded answer about server `another` (SHA-256"), "{error}");
}

#[tokio::test]
async fn an_edited_recording_is_held_against_the_contract() {
    let mut answers = recording().await;
    for answer in answers.tools.values_mut() {
        answer.scores.usage_guidelines.justification = " ".to_owned();
    }
    let error = ask(&ReplayJudge::new(answers), "find_crate", EDITION).await.unwrap_err();
    assert!(
        error.message.ends_with(
            "cannot be used: at /scores/usage_guidelines/justification: is blank; cite the evidence for the score"
        ),
        "{error}"
    );
}
