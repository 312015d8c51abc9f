//! How deep objects lie within each other.

use crate::context::{Node, Part, Role, ToolContext};

/// Each `properties` of a part with its level, from 1 for those of the root. No reference is followed.
pub(crate) fn levels_of_objects<'t>(
    tool: &'t ToolContext<'t>,
    part: Part,
) -> impl Iterator<Item = (Node<'t>, usize)> {
    // Parents come before children, so that the level of an outer one is always known; by the numbers of the nodes, which
    // rise.
    let mut levels: Vec<(usize, usize)> = Vec::new();
    let maps = tool.keywords("properties");
    maps.filter(move |map| map.part() == part && map.role() == Role::SchemaMap).map(move |map| {
        let around = std::iter::successors(map.parent(), |node| node.parent());
        let level_of = |node: Node<'_>| {
            let place = levels.binary_search_by_key(&node.number(), |(number, _)| *number).ok()?;
            levels.get(place).map(|(_, level)| *level)
        };
        let outer = around.into_iter().filter(|node| node.role() == Role::SchemaMap).find_map(level_of);
        let level = outer.unwrap_or_default() + 1;
        levels.push((map.number(), level));
        (map, level)
    })
}
