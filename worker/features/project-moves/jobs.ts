import { selectDueMove } from "../../db/project-moves/statements";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { stepMove } from "./move";

/**
 * Sets how long after a move the rows that were left are deleted. No invocation works so long on what it has read, nor with where it has
 * found the project.
 */
export const settleMillis = 2 * 60_000;

/** Moves projects to other shards, one after the other. Most minutes it reads nothing. */
export const moveProjects = scheduledTask({
  name: "move-projects",
  cron: everyMinute,
  isOfFirstShard: true,
  step: async (tools) => {
    const { firstDb } = tools;
    const [[move]] = await firstDb.batch([selectDueMove(firstDb, { switchedBy: Date.now() - settleMillis })]);
    return move ? await stepMove(tools, move) : "done";
  },
});
