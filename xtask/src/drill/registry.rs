//! Servers to sweep: as many as a drill wants, each tool of its own.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Map, Value, json};

/// A file of servers.
#[derive(Debug)]
pub(super) struct Registry {
    pub(super) path: PathBuf,
    pub(super) tools: u32,
    pub(super) servers: u32,
}

impl Registry {
    /// Writes JSON Lines of so many tools on so many servers.
    pub(super) fn write(folder: &Path, tools: u32, servers: u32) -> Result<Self> {
        let mut lines = String::new();
        for server in 0..servers {
            // The first servers take what does not divide.
            let count = tools / servers + u32::from(server < tools % servers);
            let tools: Vec<Value> = (0..count).map(|number| tool(server, number)).collect();
            writeln!(lines, "{}", json!({"serverName": format!("server-{server:03}"), "tools": tools}))?;
        }
        let path = folder.join("registry.jsonl");
        fs::write(&path, lines)?;
        Ok(Self { path, tools, servers })
    }

    /// One for each tool and one for each server: what an undisturbed sweep asks.
    pub(super) fn questions(&self) -> usize {
        (self.tools + self.servers) as usize
    }
}

/// A tool that takes between none and eight fields, so that some shadow others.
fn tool(server: u32, number: u32) -> Value {
    let fields: Vec<String> = (0..(server + number) % 9).map(|field| format!("field_{field}")).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.clone(), json!({"type": "string", "description": "What the crate is known by."})))
        .collect();
    json!({
        "name": format!("move_crate_{server}_{number}"),
        "description": format!("Move one crate of dock {server} to bay {number}. Use it when the bay is free."),
        "inputSchema": {"type": "object", "properties": properties, "required": fields},
    })
}
