import { type AuditEvent, recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import { teamIfMember } from "../../../db/memberships/joins";
import type { Project } from "../../../db/projects/project";
import { endSessionsOf } from "../../../db/sessions/changes";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { roomForPrimary } from "../../../db/users/contact-channels/queries";
import { recordUser } from "../../../db/users/events";
import { isOwnAccountTaken, isSignInAccountTaken } from "../../../db/users/oauth-links";
import {
  type AssessedFields,
  assessedFields,
  type PlainFields,
  plainFields,
  readUser,
  selectUser,
  selectUserId,
  type User,
} from "../../../db/users/queries";
import { removeTotpSecret, sealTotpSecret, setTotpSecret } from "../../../db/users/totp";
import {
  batchThen,
  ifFound,
  refuseUnless,
  type Statement,
  unlessRefused,
  violatesForeignKey,
} from "../../../platform/database";
import { hashPassword } from "../../../platform/password-hash";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { ErrorsOf } from "../../../protocol/endpoint";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { fromWire } from "../../../protocol/wire-names";
import type { Caller } from "../../access";
import { channelsAtCap, linkedAccountsAtCap } from "../../caps/contract";
import { storedImageUrl } from "../../images";
import type { imageRefused } from "../../images/contract";
import { type CredentialChange, deferSecurityNotice } from "../../security-notices";
import * as contract from "./contract";
import { namePersonalTeam, newUser } from "./new-user";
import { checkEmailFields, checkPasswordHasEmail, checkRestriction, checkSignInMethods } from "./rules";
import type { UserCreation, UserUpdate, UserWrite } from "./shapes/contract";

interface ByCaller {
  caller: Pick<Caller, "actor" | "tier" | "user">;
}

const auditedAs = {
  passwordSet: "password.set",
  passwordChanged: "password.changed",
  totpEnabled: "totp.enabled",
  totpDisabled: "totp.disabled",
  emailChanged: "contact_channel.updated",
  emailRemoved: "contact_channel.deleted",
  passkeyRemoved: "passkey.deleted",
} as const satisfies Partial<Record<CredentialChange, AuditEvent["type"]>>;

/** Fields whose changes are events of their own. */
const saidFields: ReadonlySet<string> = new Set([
  "password",
  "password_hash",
  "totp_secret_base64",
  "passkey_auth_enabled",
  "restricted_by_admin",
  "restricted_by_admin_reason",
  "restricted_by_admin_private_details",
]);

const noUser = { primaryEmail: null, hasPassword: false, otpAuthEnabled: false };

/** Creates the user that a server describes, and all that comes with one. `checkPasswordFields` has passed. */
export async function createUser(
  tools: Tools & ByCaller & Failing<"SCHEMA_ERROR" | ErrorsOf<typeof contract.createUser>>,
  project: Project,
  body: UserCreation,
): Promise<User> {
  const { is_anonymous: isAnonymous, oauth_providers: oauthProviders = [] } = body;
  checkRestriction(tools, body);
  checkEmailFields(tools, noUser, body);
  checkSignInMethods(tools, project, noUser, body);
  checkPasswordHasEmail(tools, noUser, body);
  const max = project.config.limits.linkedAccountsPerUser;
  if (oauthProviders.length > max) tools.fail(linkedAccountsAtCap, { max });
  for (const { id } of oauthProviders) {
    const isKnown = Object.hasOwn(project.config.auth.oauth.providers, id);
    if (!isKnown) tools.fail(contract.providerNotFound, { id });
  }
  const id = newId();
  const fields = {
    ...(await fieldsOf(tools, { projectId: project.id, userId: id }, body)),
    id,
    isAnonymous,
    oauthProviders,
  };
  const { user, statements } = newUser(tools.db, project, fields);
  const totp = await totpStatements(tools, { projectId: project.id, userId: user.id }, body);
  try {
    const event = { type: "user.created", target: { type: "user", id: user.id } } as const;
    await tools.db.batch([...statements, ...totp, recordAudit(tools.db, project, tools.caller.actor, event)]);
  } catch (error) {
    // An account that a request names twice violates both indexes, in either order.
    if (isSignInAccountTaken(error) || isOwnAccountTaken(error)) {
      return tools.fail("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN", undefined, { cause: error });
    }
    return refuseTakenEmail(tools, error, body.primary_email);
  }
  return user;
}

/** Changes a user. `checkPasswordFields` has passed, and the team to select, if one is named, is one of the user's. */
export async function updateUser(
  tools: Tools & ByCaller & Deferring & Failing<"SCHEMA_ERROR" | ErrorsOf<typeof contract.updateUser>>,
  project: Project,
  user: User,
  body: UserUpdate,
): Promise<User> {
  const { db, fail } = tools;
  checkRestriction(tools, body);
  checkEmailFields(tools, user, body);
  checkSignInMethods(tools, project, user, body);
  checkPasswordHasEmail(tools, user, body);
  const email = body.primary_email === undefined ? user.primaryEmail : body.primary_email;
  const key = { projectId: project.id, userId: user.id };
  const { selected_team_id: teamId } = body;
  const changes = {
    ...(await fieldsOf(tools, key, body)),
    // No selection outlives its membership: null if the user is in no such team by then.
    selectedTeamId: typeof teamId === "string" ? teamIfMember({ ...key, teamId }) : teamId,
    primaryEmailYields: tools.caller.tier === "client",
    passkeyAuthEnabled: body.passkey_auth_enabled === false ? body.passkey_auth_enabled : undefined,
    isAnonymous: user.isAnonymous ? body.is_anonymous : undefined,
  };
  const max = project.config.limits.contactChannelsPerUser;
  const { primaryEmail: value } = changes;
  const statements: Statement[] = [
    ...(value ? [refuseUnless(db, roomForPrimary(db, { ...key, value }, max))] : []),
    ...changeUser(db, key, changes),
    ...(changes.isAnonymous === false ? namePersonalTeam(db, key, changes) : []),
    ...(await totpStatements(tools, key, body)),
    // Anyone who had the old password may hold a session.
    ...(changes.passwordHash === undefined ? [] : [endSessionsOf(db, key)]),
    recordUser(db, "user.updated", key),
    ...auditEventsOf(tools.caller, user, body).map((event) =>
      recordAudit(db, project, tools.caller.actor, event, ifFound(selectUserId(db, key))),
    ),
  ];
  const changed = await unlessRefused(batchThen(db, statements, selectUser(db, key))).catch((error) => {
    // Deleted since it was read.
    if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
    return refuseTakenEmail(tools, error, email);
  });
  const [row] = changed ?? fail(channelsAtCap, { max });
  if (!row) return fail("USER_NOT_FOUND");
  for (const change of credentialChangesOf(user, body)) deferSecurityNotice(tools, project, user, change);
  return readUser(row);
}

/** Returns what an update is in the audit log: each change of a credential, and what a server changes otherwise. */
function auditEventsOf({ tier }: ByCaller["caller"], user: User, body: UserUpdate): AuditEvent[] {
  const target = { type: "user", id: user.id };
  const fields = { fields: Object.keys(body).sort() };
  const credentials = credentialChangesOf(user, body).map((change) => ({ type: auditedAs[change], target }));
  if (tier === "client") return credentials;
  const { restricted_by_admin: isRestricted } = body;
  const events: AuditEvent[] =
    isRestricted === undefined || isRestricted === user.restrictedByAdmin
      ? credentials
      : [...credentials, { type: isRestricted ? "user.restricted" : "user.unrestricted", target }];
  const isSaid = events.length > 0 && fields.fields.every((field) => saidFields.has(field));
  return isSaid ? events : [...events, { type: "user.updated", target, details: fields }];
}

/** The changes of a user's credentials that an update makes, each of which the user is notified of. */
function credentialChangesOf(before: User, body: UserUpdate): (keyof typeof auditedAs)[] {
  const { password, password_hash: hash, primary_email: email, totp_secret_base64: totp } = body;
  const changes: (keyof typeof auditedAs)[] = [];
  if (password !== undefined || hash !== undefined)
    changes.push(before.hasPassword ? "passwordChanged" : "passwordSet");
  if (totp) changes.push("totpEnabled");
  if (totp === null && before.requiresTotpMfa) changes.push("totpDisabled");
  if (email === null) changes.push("emailRemoved");
  else if (email !== undefined && email !== before.primaryEmail) changes.push("emailChanged");
  if (body.passkey_auth_enabled === false && before.passkeyAuthEnabled) changes.push("passkeyRemoved");
  return changes;
}

/** The fields that creations and updates share, ready to be stored: the image in its place, the password hashed. */
async function fieldsOf(
  tools: Tools & ByCaller & Failing<typeof imageRefused | typeof tooManyRequests>,
  { projectId, userId }: UserKey,
  body: UserWrite,
) {
  const { password, password_hash: importedHash, profile_image_url: image, totp_secret_base64: totpSecret } = body;
  return {
    ...fromWire<PlainFields>(body, plainFields),
    ...fromWire<AssessedFields>(body, assessedFields),
    ...(body.restricted_by_admin === false && { restrictedByAdminReason: null, restrictedByAdminPrivateDetails: null }),
    displayName: body.display_name,
    profileImageUrl: await storedImageUrl(tools, { projectId, holder: `user/${userId}`, by: tools.caller }, image),
    primaryEmail: body.primary_email,
    primaryEmailVerified: body.primary_email_verified,
    primaryEmailAuthEnabled: body.primary_email_auth_enabled,
    passwordHash: importedHash ?? (typeof password === "string" ? await hashPassword(tools, password) : password),
    otpAuthEnabled: body.otp_auth_enabled,
    otpAuthSwitchedOff: body.otp_auth_enabled === undefined ? undefined : !body.otp_auth_enabled,
    requiresTotpMfa: totpSecret === undefined ? undefined : totpSecret !== null,
  };
}

async function totpStatements(
  { db, settings }: Tools,
  user: UserKey,
  { totp_secret_base64: secret }: UserWrite,
): Promise<Statement[]> {
  if (secret === undefined) return [];
  if (secret === null) return removeTotpSecret(db, user);
  return setTotpSecret(db, user, await sealTotpSecret(settings.serverSecrets, user, secret));
}

/** Fails with what a refused write means where the address signs another user in; any other error passes through. */
function refuseTakenEmail(
  { fail }: Failing<"USER_EMAIL_ALREADY_EXISTS">,
  error: unknown,
  email: string | null | undefined,
): never {
  if (!isSignInEmailTaken(error)) throw error;
  const details = { email: email ?? "", would_work_if_email_was_verified: false };
  return fail("USER_EMAIL_ALREADY_EXISTS", details, { cause: error });
}
