import { deleteKeysOf } from "../../../db/api-keys/endings";
import { userActor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import { soleTeamIdsOf } from "../../../db/memberships/joins";
import type { Project } from "../../../db/projects/project";
import { endSessionsOf } from "../../../db/sessions/changes";
import { changeUser, deselectTeamsBut, type UserChanges } from "../../../db/users/changes";
import { deleteUnverifiedEmails, endSignInByEmail } from "../../../db/users/contact-channels/changes";
import { recordUser } from "../../../db/users/events";
import { deleteLinksOf, followLinks } from "../../../db/users/oauth-links";
import type { User } from "../../../db/users/queries";
import { removeTotpSecret } from "../../../db/users/totp";
import { removeOpenCodesOf } from "../../../db/verification-codes/changes";
import type { Database, Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { endSessionsCode } from "../../security-notices";
import { endInvitationsBy } from "../../teams";
import { type AddressHolder, requireHolder } from "./by-proof";

/** A user whose credentials are still as they were read, where their version is given. */
type CleanedUser = Pick<User, "projectId" | "id"> & Partial<Pick<User, "credentialVersion">>;

/**
 * Makes the statements that take from a user everything that anyone has set up to get in. These are sessions, password, linked accounts
 * with the providers' tokens, passkeys, second factor and API keys. The keys that they made for teams go too, and those of teams without
 * another member. Addresses that were never verified go as well, and no other address signs in. Codes and half sign-ins end with the
 * version of the credentials, which counts up by one.
 *
 * It comes wherever the owner of an account is known for the first time, with what they sign in by from then on in `changes`. The user who
 * had the account before may have meant to share it. A verified address stays listed, but has to be allowed to sign in again. The batch
 * fails as `areCredentialsChanged` recognises when the credentials are not as they were read. So of two owners at once one is refused.
 * Otherwise it fails as that of `changeUser` does.
 */
export function startClean(
  db: Database,
  { projectId, id, credentialVersion }: CleanedUser,
  changes: UserChanges,
): [Statement, ...Statement[]] {
  const user = { projectId, userId: id };
  return [
    ...removeTotpSecret(db, user),
    ...deleteKeysOf(db, user),
    ...endSignIns(
      db,
      { projectId, id, credentialVersion },
      { requiresTotpMfa: false, otpAuthSwitchedOff: false, ...changes },
    ),
  ];
}

/**
 * Makes the statements that end every way in which a user signs in, and their sessions, but for what is in `changes`. Their open
 * invitations end too, because others would join by them what the user makes. So do addresses that nobody has proven, and the links of
 * security notices. The statements fail as those of `startClean` do.
 */
function endSignIns(
  db: Database,
  { projectId, id, credentialVersion }: CleanedUser,
  changes: UserChanges,
): [Statement, ...Statement[]] {
  const user = { projectId, userId: id };
  const nothing = { primaryEmailAuthEnabled: false, passwordHash: null, passkeyAuthEnabled: false } as const;
  return [
    deleteUnverifiedEmails(db, { ...user, except: changes.primaryEmail ?? null }),
    endSessionsOf(db, user),
    endInvitationsBy(db, user),
    removeOpenCodesOf(db, { projectId, kind: endSessionsCode.name, subject: id }),
    deleteLinksOf(db, user),
    followLinks(db, user),
    endSignInByEmail(db, user),
    ...changeUser(db, user, { ...nothing, ...changes }, { from: credentialVersion }),
  ];
}

/**
 * Returns a user as the owner of an address who has proven it, and the statements that make them so. Another person may have set
 * the account up, so the earlier ways to sign in end. An account whose address nobody had proven starts clean. Where the address
 * was verified before by its email alone, what signs nobody in stays. API keys stay, for example, because servers run on them. The
 * batch fails as that of `requireHolder` does. Changes of the credentials since they were read do not matter.
 *
 * @param holder who had the address before, for whom `boundTo` is null
 * @param proof.by what the owner signs in by from then on
 */
export function claimByEmail(
  { db, sender }: Pick<Tools, "db" | "sender">,
  project: Project,
  holder: AddressHolder,
  { email, by = {} }: { email: string; by?: { otpAuthEnabled?: true; passwordHash?: string } },
): { user: User; statements: [Statement, ...Statement[]] } {
  const { user } = holder;
  const isFirst = !holder.isEmailVerified;
  const { passwordHash, ...rest } = by;
  const proven = { primaryEmail: email, primaryEmailVerified: true, primaryEmailAuthEnabled: true, ...rest };
  const changes = { ...proven, passwordHash: passwordHash ?? null };
  const claimed: User = {
    ...user,
    ...proven,
    hasPassword: passwordHash !== undefined,
    passkeyAuthEnabled: false,
    requiresTotpMfa: !isFirst && user.requiresTotpMfa,
    oauthProviders: [],
    credentialVersion: user.credentialVersion + 1,
  };
  const key = { projectId: project.id, userId: user.id };
  const cleaned = { projectId: project.id, id: user.id };
  const target = { type: "user", id: user.id };
  return {
    user: claimed,
    statements: [
      requireHolder(db, holder, email),
      ...(isFirst ? startClean : endSignIns)(db, cleaned, changes),
      // A team that others have joined may be of their making: what the owner makes is not to go there unseen.
      deselectTeamsBut(db, key, soleTeamIdsOf(db, key)),
      recordUser(db, "user.updated", key),
      recordAudit(db, project, userActor(sender, user.id), { type: "user.claimed", target }),
    ],
  };
}
