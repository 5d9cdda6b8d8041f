import { and, eq } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { rowId } from "./joins";
import { users } from "./schema";

export type UserOrder = "sign-up" | "activity" | "name";

/** Says where a user is in an order, which outlives them. */
export interface UserPlace {
  id: string;
  ordinal: number;
  row: number;
  /** Says what the order goes by: their sign-up, their latest activity, or their name. */
  key: number | string | null;
}

/** Reads what the places of a user consist of; nothing where there is no such user. */
export function selectUserPlace(db: Database, { projectId, userId }: { projectId: Id; userId: string }) {
  const { id, ordinal, signedUpAt, lastActiveAt, searchName } = users;
  return db
    .select({ id, ordinal, signedUpAt, lastActiveAt, searchName, row: rowId.as("user_row") })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(id, userId)));
}

export type Placed = Awaited<ReturnType<typeof selectUserPlace>>[number];

/** The place of a user in an order. */
export function placeIn(
  orderBy: UserOrder,
  { id, ordinal, row, signedUpAt, lastActiveAt, searchName }: Placed,
): UserPlace {
  const keys = { "sign-up": signedUpAt, activity: lastActiveAt, name: searchName };
  return { id, ordinal, row, key: keys[orderBy] };
}
