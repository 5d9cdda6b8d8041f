import type * as z from "zod";
import { type AuditEvent, ifChanged, recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import { endSessionsOf } from "../../../db/sessions/changes";
import { recordUser } from "../../../db/users/events";
import { endEmailedCodes } from "../../../db/users/passwords";
import { selectSuspension, suspendUser, unsuspendUser } from "../../../db/users/suspension";
import { batchThen, type Database, type Statement } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import type { Suspension as SuspensionShape } from "./shapes/contract";

type Tools = { db: Database; caller: Pick<Caller, "project" | "actor"> } & Failing<"USER_NOT_FOUND">;
type Suspension = Awaited<ReturnType<typeof selectSuspension>>[number];

/** Keeps a user from signing in, and ends their sessions. One round trip. */
export function suspend(tools: Tools, userId: string, reason: string | null) {
  const { db } = tools;
  const user = { projectId: tools.caller.project.id, userId };
  const statement = suspendUser(db, { ...user, reason, now: Date.now() });
  return change(tools, user, {
    type: "user.suspended",
    statement,
    after: [endSessionsOf(db, user), endEmailedCodes(db, user)],
  });
}

/** Lets a user sign in again. One round trip. */
export function liftSuspension(tools: Tools, userId: string) {
  const user = { projectId: tools.caller.project.id, userId };
  return change(tools, user, { type: "user.unsuspended", statement: unsuspendUser(tools.db, user), after: [] });
}

async function change(
  { db, caller, fail }: Tools,
  user: UserKey,
  { type, statement, after }: { type: AuditEvent["type"]; statement: Statement; after: readonly Statement[] },
) {
  const event = { type, target: { type: "user", id: user.userId } };
  const statements: Statement[] = [
    statement,
    recordAudit(db, caller.project, caller.actor, event, ifChanged),
    // Directly after that event, which is a change where there was one.
    recordUser(db, "user.updated", user, ifChanged),
    ...after,
  ];
  const [row] = await batchThen(db, statements, selectSuspension(db, user));
  return toSuspension(row ?? fail("USER_NOT_FOUND"));
}

/** A suspension on the wire. */
export function toSuspension({ suspendedAt, reason }: Suspension): z.input<typeof SuspensionShape> {
  return { suspended_at_millis: suspendedAt, reason };
}
