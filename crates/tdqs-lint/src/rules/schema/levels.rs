//! How deep objects lie within each other.

use std::collections::HashMap;

use crate::context::{Node, Part, Role, ToolContext};

/// Each `properties` of a part with its level, from 1 for those of the root. No reference is followed.
pub(crate) fn levels_of_objects<'t>(
    tool: &'t ToolContext<'t>,
    part: Part,
) -> impl Iterator<Item = (Node<'t>, usize)> {
    // Parents come before children, so that the level of an outer one is always known.
    let mut levels: HashMap<u32, usize> = HashMap::new();
    let maps = tool.keywords("properties");
    maps.filter(move |map| map.part() == part && map.role() == Role::SchemaMap).map(move |map| {
        let around = std::iter::successors(map.parent(), |node| node.parent());
        let outer = around.into_iter().find_map(|node| levels.get(&node.value().index()).copied());
        let level = outer.unwrap_or_default() + 1;
        levels.insert(map.value().index(), level);
        (map, level)
    })
}
