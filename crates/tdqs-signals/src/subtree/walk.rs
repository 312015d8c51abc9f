//! The value of every node, once per depth.
//!
//! The plain walk carries the set of references on the current path and stops at a repeat. Its answer
//! for a node depends on that set only as far as the node can reach a reference in it, and a node that
//! reaches a reference it was reached through lies in a cycle with it. So the graph's strongly connected
//! components are found first; a value is kept (by node and depth) whenever no reference into the node's
//! own component is on the path, and computed afresh, against the budget, when one is. Without cycles
//! that is every value, kept: nodes times depths.
//!
//! Everything runs on explicit stacks: a chain of definitions may be as long as the input.

use super::graph::{EMPTY, Edge, Graph, NodeId, ROOT, Role};
use super::{MAX_SCHEMA_DEPTH, NODE_BUDGET, RequiredSubtree};
use crate::SpecVersion;

/// What a subtree adds, visited from below `depth` object levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Visit {
    fields: u32,
    unions: u32,
    /// The deepest level, counted from the root.
    depth: u32,
}

impl Visit {
    const fn nothing(depth: u32) -> Self {
        Self { fields: 0, unions: 0, depth }
    }

    fn add(&mut self, other: Self, times: u32) {
        self.fields = self.fields.saturating_add(other.fields.saturating_mul(times));
        self.unions = self.unions.saturating_add(other.unions.saturating_mul(times));
        self.depth = self.depth.max(other.depth);
    }
}

/// A node whose edges are being gone through.
struct Frame {
    node: NodeId,
    depth: u32,
    /// The edge to take next.
    edge: usize,
    sum: Visit,
    /// The widest branch so far, for `oneOf` and `anyOf`.
    widest: [Option<Visit>; 2],
    keep: bool,
}

pub(super) fn evaluate(graph: &Graph, edition: SpecVersion) -> RequiredSubtree {
    let mut walk = Walk::new(graph, edition);
    let top = walk.run();
    RequiredSubtree {
        required_field_count: top.fields,
        schema_depth: top.depth,
        union_choice_count: top.unions,
        truncated: walk.truncated,
    }
}

struct Walk<'g> {
    graph: &'g Graph,
    /// 1.1-draft adds up the unions of every branch; later editions take those of the widest.
    sums_all_branches: bool,
    cycles: Cycles,
    /// By reference: it is on the current path.
    on_path: Vec<bool>,
    /// By component: references on the path that lead into it.
    entered: Vec<u32>,
    /// By node and depth; empty when the schema has no reference, so that nothing is met twice.
    kept: Vec<Option<Visit>>,
    budget: u32,
    truncated: bool,
    frames: Vec<Frame>,
}

const DEPTHS: usize = MAX_SCHEMA_DEPTH as usize + 1;

impl<'g> Walk<'g> {
    fn new(graph: &'g Graph, edition: SpecVersion) -> Self {
        let shares = graph.references > 0;
        let cycles = if shares { Cycles::of(graph) } else { Cycles::none() };
        Self {
            graph,
            sums_all_branches: edition == SpecVersion::V1_1Draft,
            on_path: vec![false; graph.references],
            entered: vec![0; cycles.count],
            kept: if shares { vec![None; graph.nodes.len() * DEPTHS] } else { Vec::new() },
            cycles,
            budget: NODE_BUDGET,
            truncated: false,
            frames: Vec::new(),
        }
    }

    fn run(&mut self) -> Visit {
        let mut returned = self.enter(ROOT, 0);
        loop {
            if let Some(visit) = returned.take() {
                match self.frames.last_mut() {
                    None => return visit,
                    Some(parent) => {
                        let edge = self.graph.edges(parent.node)[parent.edge - 1];
                        parent.take(edge, visit, self.sums_all_branches);
                    }
                }
            }
            let Some(frame) = self.frames.last_mut() else { return Visit::nothing(0) };
            let Some(edge) = self.graph.edges(frame.node).get(frame.edge).copied() else {
                returned = Some(self.leave());
                continue;
            };
            frame.edge += 1;
            let depth = frame.depth;
            // Below a value that cannot be kept every visit counts, those that end at once as well: the
            // same edges may be gone through for every path.
            if !frame.keep {
                self.truncated |= self.budget == 0;
                self.budget = self.budget.saturating_sub(1);
            }
            returned = match edge.role {
                Role::Required if depth >= MAX_SCHEMA_DEPTH => continue,
                Role::Required => self.enter(edge.to, depth + 1),
                Role::Refinement | Role::Negation | Role::Branch(_) => self.enter(edge.to, depth),
            };
        }
    }

    /// Opens a frame for the node, or gives its value when that needs none.
    fn enter(&mut self, id: NodeId, depth: u32) -> Option<Visit> {
        let node = &self.graph.nodes[id];
        if id == EMPTY || self.truncated || node.reference.is_some_and(|reference| self.on_path[reference]) {
            return Some(Visit::nothing(depth));
        }
        let keep = self.graph.references == 0 || self.entered[self.cycles.component[id]] == 0;
        if keep && let Some(kept) = self.kept.get(id * DEPTHS + depth as usize).copied().flatten() {
            return Some(kept);
        }
        self.pass_reference(id, true);
        let mut sum = Visit::nothing(depth);
        if node.is_level && depth < MAX_SCHEMA_DEPTH {
            sum.depth = depth + 1;
            sum.fields = node.required_names;
        }
        self.frames.push(Frame { node: id, depth, edge: 0, sum, widest: [None, None], keep });
        None
    }

    /// Closes the innermost frame and gives its value.
    fn leave(&mut self) -> Visit {
        let Some(frame) = self.frames.pop() else { return Visit::nothing(0) };
        let node = &self.graph.nodes[frame.node];
        let mut visit = frame.sum;
        for (group, widest) in frame.widest.into_iter().enumerate() {
            if let Some(widest) = widest {
                visit.fields = visit.fields.saturating_add(widest.fields);
                if !self.sums_all_branches {
                    visit.unions = visit.unions.saturating_add(widest.unions);
                }
            }
            visit.unions = visit.unions.saturating_add(node.constructible[group].saturating_sub(1));
        }
        self.pass_reference(frame.node, false);
        if frame.keep
            && let Some(kept) = self.kept.get_mut(frame.node * DEPTHS + frame.depth as usize)
        {
            *kept = Some(visit);
        }
        visit
    }

    /// Puts the node's reference on the path, or takes it off.
    fn pass_reference(&mut self, id: NodeId, enters: bool) {
        let Some(reference) = self.graph.nodes[id].reference else { return };
        self.on_path[reference] = enters;
        let target = self.graph.edges(id).first().map_or(EMPTY, |edge| edge.to);
        let component = self.cycles.component[target];
        if self.cycles.is_cyclic[component] {
            let entered = &mut self.entered[component];
            *entered = if enters { *entered + 1 } else { *entered - 1 };
        }
    }
}

impl Frame {
    fn take(&mut self, edge: Edge, visit: Visit, sums_all_branches: bool) {
        match edge.role {
            Role::Required | Role::Refinement => self.sum.add(visit, edge.times),
            Role::Negation => self.sum.depth = self.sum.depth.max(visit.depth),
            Role::Branch(group) => {
                self.sum.depth = self.sum.depth.max(visit.depth);
                if sums_all_branches {
                    self.sum.unions = self.sum.unions.saturating_add(visit.unions);
                }
                let widest = &mut self.widest[group];
                if widest.is_none_or(|widest| visit.fields > widest.fields) {
                    *widest = Some(visit);
                }
            }
        }
    }
}

/// The strongly connected components of a graph.
struct Cycles {
    /// By node.
    component: Vec<usize>,
    /// By component: it holds a cycle.
    is_cyclic: Vec<bool>,
    count: usize,
}

impl Cycles {
    /// Nobody asks when there is no reference.
    fn none() -> Self {
        Self { component: Vec::new(), is_cyclic: Vec::new(), count: 0 }
    }

    /// Tarjan's algorithm on an explicit stack.
    fn of(graph: &Graph) -> Self {
        const UNSEEN: usize = usize::MAX;
        let size = graph.nodes.len();
        let mut cycles = Self { component: vec![UNSEEN; size], is_cyclic: Vec::new(), count: 0 };
        let mut number = vec![UNSEEN; size];
        let mut lowest = vec![UNSEEN; size];
        let mut open: Vec<NodeId> = Vec::new();
        let mut next_number = 0;
        for start in 0..size {
            if number[start] != UNSEEN {
                continue;
            }
            let mut path = vec![(start, 0)];
            while let Some((id, edge)) = path.last_mut() {
                let id = *id;
                if *edge == 0 && number[id] == UNSEEN {
                    number[id] = next_number;
                    lowest[id] = next_number;
                    next_number += 1;
                    open.push(id);
                }
                if let Some(to) = graph.edges(id).get(*edge).map(|edge| edge.to) {
                    *edge += 1;
                    if number[to] == UNSEEN {
                        path.push((to, 0));
                    } else if cycles.component[to] == UNSEEN {
                        lowest[id] = lowest[id].min(number[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    lowest[*parent] = lowest[*parent].min(lowest[id]);
                }
                if lowest[id] == number[id] {
                    cycles.close(graph, &mut open, id);
                }
            }
        }
        cycles
    }

    /// Takes the component whose first node is `first` off the stack of open nodes.
    fn close(&mut self, graph: &Graph, open: &mut Vec<NodeId>, first: NodeId) {
        let begin = open.iter().rposition(|id| *id == first).unwrap_or(0);
        let members = open.split_off(begin);
        for id in &members {
            self.component[*id] = self.count;
        }
        let to_itself = || graph.edges(first).iter().any(|edge| edge.to == first);
        self.is_cyclic.push(members.len() > 1 || to_itself());
        self.count += 1;
    }
}
