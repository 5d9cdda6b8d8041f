import type { Project } from "../../../db/projects/project";
import type { User } from "../../../db/users/queries";
import type { Settings } from "../../../platform/env";
import { equalSecrets, newId } from "../../../platform/secrets";
import { keyedHashes } from "../../../platform/server-secret";
import { signAccessToken } from "../../../platform/signing-keys";
import type { Tools } from "../../../platform/tools";
import { audienceOf, issuerOf } from "../../access";
import { restrictionOf } from "../../users/users";

/** The user that an access token describes. */
export type TokenSubject = Pick<
  User,
  | "id"
  | "displayName"
  | "primaryEmail"
  | "primaryEmailVerified"
  | "isAnonymous"
  | "restrictedByAdmin"
  | "requiresTotpMfa"
  | "signedUpAt"
> & { selectedTeam: { id: string } | null };

/**
 * An access token (RFC 7519) of a session: a snapshot of the user that verifies without a query, until it expires.
 * Clients take a token that lacks any of these claims for no token at all.
 */
export function newAccessToken(
  settings: Settings,
  {
    project,
    sessionId,
    isImpersonation,
    user,
  }: { project: Pick<Project, "id" | "config">; sessionId: string; isImpersonation: boolean; user: TokenSubject },
): Promise<string> {
  const projectId = project.id;
  const audience = audienceOf(projectId, user.isAnonymous);
  const claims = {
    sub: user.id,
    project_id: projectId,
    branch_id: "main",
    refresh_token_id: sessionId,
    role: "authenticated",
    name: user.displayName,
    email: user.primaryEmail,
    email_verified: user.primaryEmailVerified,
    selected_team_id: user.selectedTeam?.id ?? null,
    is_anonymous: user.isAnonymous,
    ...restrictionOf(project, user),
    requires_totp_mfa: user.requiresTotpMfa,
    signed_up_at: Math.floor(user.signedUpAt / 1000),
    // Only where it is true: clients of before have never seen it.
    ...(isImpersonation && { is_impersonation: true }),
  };
  return signAccessToken(settings.serverSecrets, audience, claims, {
    issuer: issuerOf(settings, audience),
    lifetimeSeconds: settings.accessTokenSeconds,
  });
}

/** Says with whose credentials a device has signed in. */
type DeviceUser = Pick<User, "id" | "credentialVersion"> & { projectId: string };

/**
 * Shows that a user has signed in with a device, for as long as their credentials stay what they are. It signs nobody in: its device has an allowance of guesses
 * that others cannot use up.
 */
export async function newDeviceToken({ settings }: Pick<Tools, "settings">, user: DeviceUser): Promise<string> {
  const device = newId();
  const [signature] = await signaturesOf(settings, user, device);
  return `${device}.${signature}`;
}

/** Nobody has a token for it. */
const nobody: DeviceUser = { projectId: "", id: "", credentialVersion: 0 };

/** The device that one of a browser's tokens shows to be the user's; undefined where none does, which takes as long without a user. */
export async function deviceOf(
  { settings }: Pick<Tools, "settings">,
  user: DeviceUser | undefined,
  tokens: readonly string[] = [],
): Promise<string | undefined> {
  for (const token of tokens) {
    const [device = "", signature = ""] = token.split(".");
    const signatures = await signaturesOf(settings, user ?? nobody, device);
    if (signatures.some((each) => equalSecrets(each, signature))) return device;
  }
  return undefined;
}

function signaturesOf(
  { serverSecrets }: Tools["settings"],
  { projectId, id, credentialVersion }: DeviceUser,
  device: string,
): Promise<string[]> {
  return keyedHashes(serverSecrets, "device", [projectId, id, credentialVersion, device].join("/"));
}
