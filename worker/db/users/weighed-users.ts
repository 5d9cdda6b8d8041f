import { and, eq, inArray } from "drizzle-orm";
import { type Database, type Id, idsIn } from "../../platform/database";
import { endList, type Weighing, weighedColumns, withMetadata } from "../metadata-weight";
import { selectTeamMetadata } from "../teams/weighed-teams";
import { rowId, selectedTeam } from "./joins";
import { readUser, type User } from "./queries";
import { users } from "./schema";

const [teams] = selectedTeam;

/** Returns what a list of users is selected with, each with the team that they have selected; read its rows with `readUsers`. */
export const weighedUserWithTeam = (weighing: Weighing) => ({
  ...weighedColumns({ user: users, team: teams }, weighing),
  row: rowId.as("user_row"),
});

/** Users with their selected teams, to be narrowed down. */
export function selectWeighedUsers(db: Database, weighing: Weighing) {
  return db
    .select(weighedUserWithTeam(weighing))
    .from(users)
    .leftJoin(...selectedTeam)
    .$dynamic();
}

function selectUserMetadata(db: Database, { projectId, ids }: { projectId: string; ids: readonly string[] }) {
  const { id, clientMetadata, clientReadOnlyMetadata, serverMetadata } = users;
  return db
    .select({ id, clientMetadata, clientReadOnlyMetadata, serverMetadata })
    .from(users)
    .where(and(eq(users.projectId, projectId), inArray(id, idsIn(ids))));
}

type Row = Parameters<typeof readUser>[0] & { weight: number; row: number };

/**
 * A list of users until their metadata, and those of their teams, are too heavy, and the user after them, for their place. Only
 * heavy metadata cost a round trip.
 */
export async function readUsers(
  db: Database,
  rows: readonly Row[],
  { projectId, ...weighing }: Weighing & { projectId: string },
): Promise<{ list: User[]; next: Placed | undefined }> {
  const { list, heavy, next: after } = endList(rows, weighing);
  const found = list.map(readUser);
  const next = after && { ...after.user, row: after.row };
  if (heavy.length === 0) return { list: found, next };
  const teamIds = new Set(heavy.flatMap(({ team }) => team?.id ?? []));
  const [ofUsers, ofTeams] = await db.batch([
    selectUserMetadata(db, { projectId, ids: heavy.map(({ user }) => user.id) }),
    selectTeamMetadata(db, { projectId, ids: [...teamIds] }),
  ]);
  const [completeUser, completeTeam] = [withMetadata(ofUsers), withMetadata(ofTeams)];
  const complete = (user: User) => ({
    ...completeUser(user),
    selectedTeam: user.selectedTeam && completeTeam(user.selectedTeam),
  });
  return { list: found.map(complete), next };
}

export type UserOrder = "sign-up" | "activity" | "name";

/** Says where a user is in an order, which outlives them. */
export interface UserPlace {
  id: string;
  ordinal: number;
  row: number;
  /** Says what the order goes by: their sign-up, their latest activity, or their name. It is null where they have none. */
  key: number | string | null;
}

/** Reads what the places of a user consist of; nothing where there is no such user. */
export function selectUserPlace(db: Database, { projectId, userId }: { projectId: Id; userId: string }) {
  const { id, ordinal, signedUpAt, lastActiveAt, lastActiveDay, searchName } = users;
  return db
    .select({ id, ordinal, signedUpAt, lastActiveAt, lastActiveDay, searchName, row: rowId.as("user_row") })
    .from(users)
    .where(and(eq(users.projectId, projectId), eq(id, userId)));
}

export type Placed = Awaited<ReturnType<typeof selectUserPlace>>[number];

/** The place of a user in an order. */
export function placeIn(
  orderBy: UserOrder,
  { id, ordinal, row, signedUpAt, lastActiveAt, lastActiveDay, searchName }: Placed,
): UserPlace {
  const activity = lastActiveDay === null ? null : lastActiveAt;
  const keys = { "sign-up": signedUpAt, activity, name: searchName };
  return { id, ordinal, row, key: keys[orderBy] };
}
