//! Where settings are found: in the nearest folder above a file that has some.
//!
//! Of the files in one folder the first that speaks of tdqs is taken: `tdqs.toml`, `Cargo.toml`, `pyproject.toml`,
//! `package.json`. They are not joined, so that one file says all there is.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tdqs::signals::json::Position;
use tdqs_lint::Settings;

/// What every file with settings holds of ours.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Ours {
    lint: Settings,
}

/// A member of somebody else's file. Whatever else that holds is not ours to judge.
#[derive(Debug, Deserialize)]
struct CargoManifest {
    package: Option<CargoTable>,
    workspace: Option<CargoTable>,
}

#[derive(Debug, Deserialize)]
struct CargoTable {
    metadata: Option<Tools>,
}

#[derive(Debug, Deserialize)]
struct PythonProject {
    tool: Option<Tools>,
}

/// A table of tables, or the root of `package.json`.
#[derive(Debug, Deserialize)]
struct Tools {
    tdqs: Option<Ours>,
}

/// Settings, and the file they are from.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) settings: Settings,
    pub(crate) path: Option<PathBuf>,
}

impl Found {
    /// The baseline that the settings name, beside them.
    pub(crate) fn baseline(&self) -> Option<PathBuf> {
        let folder = self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        self.settings.baseline.as_ref().map(|path| folder.join(path))
    }
}

/// Finds the settings of files, and reads each only once.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    by_folder: BTreeMap<PathBuf, Option<PathBuf>>,
}

impl Finder {
    /// The file with the settings for a file of definitions, or for standard input.
    ///
    /// # Errors
    ///
    /// When a file on the way cannot be read or speaks of tdqs in a way that is not understood.
    pub(crate) fn find(&mut self, file: &Path) -> Result<Option<PathBuf>> {
        let folder = if file.as_os_str() == "-" { None } else { file.parent() };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for above in folder.ancestors() {
            let found = match self.by_folder.get(above) {
                Some(known) => known.clone(),
                None => {
                    let found = in_folder(above)?;
                    self.by_folder.insert(above.to_owned(), found.clone());
                    found
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// The file that holds nothing but settings.
const OWN: &str = "tdqs.toml";

/// Files of other programs that may hold some, the first one first.
const MANIFESTS: [&str; 3] = ["Cargo.toml", "pyproject.toml", "package.json"];

/// The names of files that may hold settings, the first one first.
pub(super) fn settings_names() -> impl Iterator<Item = &'static str> {
    [OWN].into_iter().chain(MANIFESTS)
}

fn in_folder(folder: &Path) -> Result<Option<PathBuf>> {
    for name in settings_names() {
        let path = folder.join(name);
        if read_if_any(&path)?.is_some() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Reads the settings of a file that has to have some.
///
/// # Errors
///
/// When it cannot be read, is not understood, or does not speak of tdqs.
pub(crate) fn read(path: &Path) -> Result<Found> {
    if !path.exists() {
        bail!("there is no file {}", path.display());
    }
    let settings = read_if_any(path)?.with_context(|| {
        format!("{} has no settings of tdqs; `[lint]` belongs in a tdqs.toml", path.display())
    })?;
    Ok(Found { settings, path: Some(path.to_owned()) })
}

fn read_if_any(path: &Path) -> Result<Option<Settings>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let name = path.file_name().and_then(|name| name.to_str());
    // Somebody else's file, and it need not even be whole: no fault of it is ours to tell.
    if name.is_some_and(|name| MANIFESTS.contains(&name)) && !text.contains("tdqs") {
        return Ok(None);
    }
    let ours = match name {
        Some("Cargo.toml") => {
            let CargoManifest { package, workspace } = toml(path, &text)?;
            let metadata = |table: Option<CargoTable>| table?.metadata?.tdqs;
            metadata(package).or_else(|| metadata(workspace))
        }
        Some("pyproject.toml") => toml::<PythonProject>(path, &text)?.tool.and_then(|tools| tools.tdqs),
        Some("package.json") => {
            serde_json::from_str::<Tools>(text.trim_start_matches('\u{feff}'))
                .map_err(|error| anyhow!("{}: {error}", path.display()))?
                .tdqs
        }
        _ => Some(toml::<Ours>(path, &text)?),
    };
    Ok(ours.map(|ours| ours.lint))
}

fn toml<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let place = error.span().map(|span| format!(", {}", Position::of(text, span.start)));
        anyhow!("{}{}: {}", path.display(), place.unwrap_or_default(), error.message())
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn found(folder: &TempDir, file: &str) -> Result<Option<String>> {
        let found = Finder::default().find(&folder.path().join(file))?;
        let root = fs::canonicalize(folder.path())?;
        Ok(found.map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()))
    }

    #[test]
    fn the_nearest_file_that_speaks_of_tdqs_is_taken() {
        let folder = folder(&[
            ("tdqs.toml", "[lint]\nignore = [\"ALL\"]\n"),
            ("a/pyproject.toml", "[tool.other]\nx = 1\n[tool.tdqs.lint]\nselect = [\"TDQS1\"]\n"),
            ("a/b/package.json", "{\"name\": \"x\", \"version\": \"1\"}"),
            ("c/Cargo.toml", "[package]\nname = \"c\"\n[package.metadata.tdqs.lint]\nfail-on = \"note\"\n"),
            ("d/package.json", "\u{feff}{\"tdqs\": {\"lint\": {\"ignore\": [\"TDQS101\"]}}}"),
            ("e/Cargo.toml", "[workspace]\nmembers = []\n[workspace.metadata.tdqs]\n"),
            ("f/package.json", "{} // of another program, which reads it so\n"),
            ("f/Cargo.toml", "[package\n"),
        ]);
        for (file, expected) in [
            ("x.json", "tdqs.toml"),
            ("a/x.json", "a/pyproject.toml"),
            ("a/b/x.json", "a/pyproject.toml"),
            ("c/x.json", "c/Cargo.toml"),
            ("d/x.json", "d/package.json"),
            ("e/x.json", "e/Cargo.toml"),
            ("f/x.json", "tdqs.toml"),
        ] {
            assert_eq!(found(&folder, file).unwrap().as_deref(), Some(expected), "{file}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place_and_what_there_is() {
        let error = |name: &str, text: &str| {
            let folder = folder(&[(name, text)]);
            let error = found(&folder, "x.json").unwrap_err().to_string();
            error.split_once(name).unwrap().1.to_owned()
        };
        assert!(error("tdqs.toml", "[lint]\nselekt = []\n").starts_with(
            ", line 2, column 1: unknown field `selekt`, expected one of `select`, `extend-select`, "
        ),);
        assert_eq!(
            error("tdqs.toml", "[lynt]\n"),
            ", line 1, column 2: unknown field `lynt`, expected `lint`"
        );
        assert!(
            error("tdqs.toml", "[lint]\nignore = [\"TDQS1O1\"]\n")
                .starts_with(", line 2, column 10: `TDQS1O1` names no rule")
        );
        assert!(
            error("pyproject.toml", "[tool.tdqs]\nlint = 5\n")
                .starts_with(", line 2, column 8: invalid type: integer `5`")
        );
        assert!(
            error("package.json", "{\"tdqs\": {\"x\": 1}}")
                .starts_with(": unknown field `x`, expected `lint` at line 1")
        );
        assert!(error("tdqs.toml", "[lint\n").starts_with(", line 1, column "));
    }

    #[test]
    fn a_named_file_has_to_have_settings() {
        let folder = folder(&[
            ("pyproject.toml", "[tool.other]\n"),
            ("ours.toml", "[lint]\nbaseline = \"known.json\"\n"),
        ]);
        let error = read(&folder.path().join("pyproject.toml")).unwrap_err().to_string();
        assert!(error.ends_with("has no settings of tdqs; `[lint]` belongs in a tdqs.toml"), "{error}");
        assert!(
            read(&folder.path().join("none.toml")).unwrap_err().to_string().starts_with("there is no file ")
        );
        let ours = read(&folder.path().join("ours.toml")).unwrap();
        assert_eq!(ours.baseline(), Some(folder.path().join("known.json")));
    }
}
