// A team of the internal project owns projects. Who joins it administers them, and its invitations say so.
import type { ActorInSql } from "../../../db/audit/actor";
import { selectUnsuspendedStanding } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import { selectNamesByIds, selectNamesOfProjects } from "../../../db/projects/queries";
import { followChannels } from "../../../db/users/changes";
import { markVerified } from "../../../db/users/contact-channels/changes";
import { isVerifiedEmail } from "../../../db/users/contact-channels/queries";
import { takeProvenEmail } from "../../../db/users/take-email";
import { type Database, idsIn, type Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { normalizeEmail } from "../../../protocol/fields";
import { invitingName, nameInEmail } from "../../emails";
import { readInTheirShards } from "../../projects";
import { checkCode, claimStatements, codeKey } from "../../verification-codes";
import { mayInvite, teamInvitation } from "../invitation-codes";
import { joinTeam } from "../memberships";

const maxNamesInEmail = 3;
const maxNamesOnPage = 20;

/** A name has up to 100,000 characters, of which a page shows 100. */
const length = 101;

/** The first projects that a team owns; `namesOfOwned` reads their names. */
export function selectOwned(firstDb: Database, { teamId }: { teamId: string }) {
  return selectNamesOfProjects(firstDb, { teamIds: idsIn([teamId]), limit: maxNamesOnPage, length });
}

type Owned = Awaited<ReturnType<typeof selectOwned>>;

async function namesOfOwned(tools: Pick<Tools, "shards">, owned: Owned): Promise<string[]> {
  const named = await readInTheirShards(tools, owned, (db, ids) => selectNamesByIds(db, { ...ids, length }));
  return named.map(({ name }) => name);
}

/** The projects that an invitation is about, as a page names them. */
export async function projectsOnPage(tools: Pick<Tools, "shards">, owned: Owned): Promise<string[]> {
  return (await namesOfOwned(tools, owned)).flatMap((name) => invitingName(name) ?? []);
}

/** Says who invites and to which projects, as the beginning of `… to join a team`. */
export async function invitationInWords(
  tools: Pick<Tools, "shards">,
  inviterName: string | null,
  owned: Owned,
): Promise<string> {
  const names = (await namesOfOwned(tools, owned)).flatMap((name) => nameInEmail(name) ?? []);
  const listed = names.slice(0, maxNamesInEmail).join(", ") + (names.length > maxNamesInEmail ? " and others" : "");
  if (listed === "") return inviterName === null ? "You are invited" : `${inviterName} invites you`;
  return `To administer ${listed}, ${inviterName === null ? "you are invited" : `${inviterName} invites you`}`;
}

/**
 * Finds the open invitation by which somebody may sign up though sign-up is closed: the one of a code that was emailed to their address.
 * It returns what puts the statements that make the user into those of the sign-up. They use the invitation up, and make the user a
 * member. Undefined where there is no such invitation.
 */
export async function signUpByInvitation(
  { db }: Pick<Tools, "db">,
  project: Project,
  { code, email }: { code: string; email: string },
): Promise<((userId: string, by: ActorInSql, newUser: readonly Statement[]) => Statement[]) | undefined> {
  const sent = { projectId: project.id, code };
  const invitation = await checkCode({ db, fail: () => undefined }, teamInvitation, sent, { isPreview: true });
  if (!invitation || normalizeEmail(invitation.email) !== email) return undefined;
  const { teamId, inviterId } = invitation;
  if (inviterId !== null) {
    const inviter = { projectId: project.id, teamId, userId: inviterId };
    const [standing] = await db.batch([selectUnsuspendedStanding(db, inviter)]);
    if (!mayInvite(project, standing)) return undefined;
  }
  const claim = claimStatements(db, teamInvitation, await codeKey(teamInvitation, sent));
  return (userId, by, newUser) => [...claim, ...newUser, ...joinTeam(db, project, { teamId, userId, by })];
}

/**
 * Makes the statements that verify the address of an invitation where the user who accepts it has typed it in: its email has reached
 * them. Nothing becomes of an address that is not theirs.
 */
export function proveAddress(
  db: Database,
  project: Project,
  { userId, email }: { userId: string; email: string },
): Statement[] {
  const user = { projectId: project.id, userId };
  const value = normalizeEmail(email);
  return [
    markVerified(db, project, { userId, value, since: Date.now(), isByHolder: true }),
    ...takeProvenEmail(db, project, userId, { channel: isVerifiedEmail({ ...user, value }) }),
    ...followChannels(db, user),
  ];
}
