import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { type Database, idsIn } from "../../platform/database";
import { teamMemberships } from "../memberships/schema";
import { teams } from "../teams/schema";
import { users } from "../users/schema";
import { imageHolders, imageUses } from "./schema";

export type HeldImage = typeof imageHolders.$inferSelect;
type HeldKey = Pick<HeldImage, "projectId" | "holder" | "fileName">;

/** Records what shows an image, whose use is recorded before in the same batch, and has what it has shown until now looked at soon. */
export function recordImageHolder(db: Database, { dueAt, ...held }: HeldKey & { setBy: string | null; dueAt: number }) {
  const { projectId, holder, fileName } = held;
  const isItsUse = and(
    eq(imageUses.projectId, projectId),
    eq(imageUses.kind, "profile"),
    eq(imageUses.fileName, fileName),
  );
  const bytes = sql<number>`(${db.select({ bytes: imageUses.bytes }).from(imageUses).where(isItsUse)})`;
  const isHolder = and(eq(imageHolders.projectId, projectId), eq(imageHolders.holder, holder));
  return [
    db
      .insert(imageHolders)
      .values({ ...held, bytes })
      .onConflictDoNothing(),
    db.update(imageHolders).set({ dueAt }).where(isHolder),
  ] as const;
}

/** Some of what is to be looked at. */
export function selectDueHolders(db: Database, { now, limit }: { now: number; limit: number }) {
  return db.select().from(imageHolders).where(lte(imageHolders.dueAt, now)).orderBy(imageHolders.dueAt).limit(limit);
}

/** The images that users, teams and members of a project show, of those that are named: three lists, in the project's own database. */
export function selectShownImages(db: Database, projectId: string, holders: readonly string[]) {
  const ids = (kind: string, part: number) =>
    idsIn(
      holders.map((holder) => holder.split("/")).flatMap((parts) => (parts[0] === kind ? [parts[part] ?? ""] : [])),
    );
  const { teamId, userId } = teamMemberships;
  return [
    db
      .select({ holder: sql<string>`'user/' || ${users.id}`, url: users.profileImageUrl })
      .from(users)
      .where(and(eq(users.projectId, projectId), inArray(users.id, ids("user", 1)))),
    db
      .select({ holder: sql<string>`'team/' || ${teams.id}`, url: teams.profileImageUrl })
      .from(teams)
      .where(and(eq(teams.projectId, projectId), inArray(teams.id, ids("team", 1)))),
    db
      .select({ holder: sql<string>`'member/' || ${teamId} || '/' || ${userId}`, url: teamMemberships.profileImageUrl })
      .from(teamMemberships)
      .where(
        and(
          eq(teamMemberships.projectId, projectId),
          inArray(teamId, ids("member", 1)),
          inArray(userId, ids("member", 2)),
        ),
      ),
  ] as const;
}

/** A row that nothing has recorded anew since it was read. */
function isUnchanged({ projectId, holder, fileName, dueAt }: HeldImage) {
  return and(
    eq(imageHolders.projectId, projectId),
    eq(imageHolders.holder, holder),
    eq(imageHolders.fileName, fileName),
    dueAt === null ? isNull(imageHolders.dueAt) : eq(imageHolders.dueAt, dueAt),
  );
}

export function keepHolder(db: Database, held: HeldImage, dueAt: number) {
  return db.update(imageHolders).set({ dueAt }).where(isUnchanged(held));
}

export function endHolder(db: Database, held: HeldImage) {
  return db.delete(imageHolders).where(isUnchanged(held));
}

/** Which of these images something of the project still has. */
export function selectHeldImages(db: Database, projectId: string, fileNames: readonly string[]) {
  return db
    .selectDistinct({ fileName: imageHolders.fileName })
    .from(imageHolders)
    .where(and(eq(imageHolders.projectId, projectId), inArray(imageHolders.fileName, idsIn(fileNames))));
}
