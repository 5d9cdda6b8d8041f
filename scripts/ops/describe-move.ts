import type { MoveState } from "../../worker/db/project-moves/move-sql";

const phases: Readonly<Record<string, string>> = {
  prepare: "it begins within a minute",
  copy: "its rows are being copied",
  index: "the search index of its users is being built",
  verify: "its copies are being compared with its rows",
  compare: "its rows are being compared with its copies",
  follow: "what was written meanwhile is being copied",
  clean: "it is there; what is left in the other shard is deleted within minutes",
};

/** How a move stands, in words. */
export function describeMove(projectId: string, to: number, state: MoveState | undefined): string {
  if (!state || state.shard === null) return `There is no project ${projectId}.`;
  if (state.phase === null) return `The project ${projectId} is in shard ${to}.`;
  const table = state.table_name ? ` (${state.table_name})` : "";
  const doing = `${phases[state.phase] ?? state.phase}${table}`;
  const moving = `The project ${projectId} is being moved to shard ${state.to_shard}: ${doing}.`;
  return state.to_shard === to ? moving : `${moving} It can be moved elsewhere once that is over.`;
}
