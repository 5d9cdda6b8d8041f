export { renderForReader } from "./batch";

import { selectOtherSends } from "../../db/email-sends/queries";
import type { Statement } from "../../platform/database";
import type { PlatformTools } from "../../platform/tools";

/**
 * Stores a send by its statements, and queues it where it is the only one of its project. The run of another one queues
 * the next at its end, so that a project has one message in the queue. One that is lost costs a minute: `wakeSends`
 * finds the send.
 */
export async function startSend(
  { db, emailSends }: Pick<PlatformTools, "db" | "emailSends">,
  send: { projectId: string; sendId: string },
  statements: readonly Statement[],
): Promise<void> {
  const results = await db.batch([...statements, selectOtherSends(db, send)] as unknown as [Statement, ...Statement[]]);
  const others = results.at(-1) as unknown[];
  if (others.length === 0) await emailSends.send(send);
}
