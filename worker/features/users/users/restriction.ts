import type * as z from "zod";
import { type AuditEvent, ifChanged, recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import { endSessionsOf } from "../../../db/sessions/changes";
import { recordUser } from "../../../db/users/events";
import { endEmailedCodes } from "../../../db/users/passwords";
import { restrictUser, selectRestriction, unrestrictUser } from "../../../db/users/restriction";
import { batchThen, type Database, type Statement } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import type { Restriction as RestrictionShape } from "./shapes/contract";

type Tools = { db: Database; caller: Pick<Caller, "project" | "actor"> } & Failing<"USER_NOT_FOUND">;
type Restriction = Awaited<ReturnType<typeof selectRestriction>>[number];

/** Keeps a user from signing in, and ends their sessions. One round trip. */
export function restrict(tools: Tools, userId: string, reason: string | null) {
  const { db } = tools;
  const user = { projectId: tools.caller.project.id, userId };
  const statement = restrictUser(db, { ...user, reason, now: Date.now() });
  return change(tools, user, {
    type: "user.restricted",
    statement,
    after: [endSessionsOf(db, user), endEmailedCodes(db, user)],
  });
}

/** Lets a user sign in again. One round trip. */
export function liftRestriction(tools: Tools, userId: string) {
  const user = { projectId: tools.caller.project.id, userId };
  return change(tools, user, { type: "user.unrestricted", statement: unrestrictUser(tools.db, user), after: [] });
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
  const [row] = await batchThen(db, statements, selectRestriction(db, user));
  return toRestriction(row ?? fail("USER_NOT_FOUND"));
}

/** A restriction on the wire. */
export function toRestriction({ restrictedAt, reason }: Restriction): z.input<typeof RestrictionShape> {
  return { restricted_at_millis: restrictedAt, reason };
}
