//! The program, run as a user runs it, and what it said.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const KEY: &str = "sk-test-5f1e9a7c33";

pub(crate) fn tdqs() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tdqs"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for variable in ["TDQS_BASE_URL", "TDQS_API_KEY", "TDQS_MODEL", "TDQS_REQUEST_OVERRIDES"] {
        command.env_remove(variable);
    }
    // Nothing of the user's is touched.
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    command.env("HOME", &own).env("XDG_CACHE_HOME", own.join("cache")).env_remove("TDQS_STORE");
    for variable in ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(variable).env_remove(variable.to_lowercase());
    }
    command.env("SOURCE_DATE_EPOCH", "1767225600").env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    tdqs().args(arguments).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(crate) fn file(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}
