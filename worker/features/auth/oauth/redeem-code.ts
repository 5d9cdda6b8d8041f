import { userActor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { AuthorizationCodeRow } from "../../../db/oauth-flows/queries";
import type { RedemptionRows } from "../../../db/oauth-flows/resolution";
import { type Project, readProject } from "../../../db/projects/project";
import { deleteSession } from "../../../db/sessions/changes";
import { readUser, type User } from "../../../db/users/queries";
import type { Database, Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { isSessionLive } from "../../access";
import { isOwnPage } from "../../projects";
import { storeProviderTokens } from "../../users/connected-accounts";
import type { WaitingLink } from "../mfa";
import { type NewSession, requireUnsuspended } from "../sessions";
import { openGrant, redirectUriOf, spendingCode } from "./authorization-code";
import { missingParameter, type RedemptionError, wrongRedirectUri } from "./contract";
import { resolveUser, writeResolution } from "./resolve-user";

/** A code that its client has presented and that can be used. */
type UsableCode = ProviderCode | SessionCode;
type ProviderCode = AuthorizationCodeRow & { type: "authenticate" | "link"; providerId: string };
type SessionCode = AuthorizationCodeRow & { type: "hosted" | "website"; sessionId: string };

/**
 * Returns the code that was found, if it can be used. A code that the holder of its verifier sends a second time ends the session
 * that the first use began (RFC 6749 section 4.1.2). One of the two senders is not the app. Without the verifier a code is not
 * found, so seeing one somewhere is not enough to end a session.
 */
export async function usableCode(db: Database, { code: [code] = [] }: RedemptionRows): Promise<UsableCode | undefined> {
  if (code?.issuedSessionId) {
    await db.batch([deleteSession(db, { projectId: code.projectId, sessionId: code.issuedSessionId })]);
  }
  return code && code.usedAt === null && code.expiresAt > Date.now() && isComplete(code) ? code : undefined;
}

/** Tells whether a code has what codes of its type stand for. */
function isComplete(code: AuthorizationCodeRow): code is UsableCode {
  return isOfSession(code) ? code.sessionId !== null : code.providerId !== null;
}

function isOfSession<Code extends Pick<AuthorizationCodeRow, "type">>(
  code: Code,
): code is Code & { type: SessionCode["type"] } {
  return code.type === "hosted" || code.type === "website";
}

/** Says whom a code signs in. */
interface Redemption {
  project: Project;
  user: User;
  isNewUser: boolean;
  /** Says whether the account becomes a way to sign in of a user who existed: one more, or the only one. */
  linked: "link" | "claim" | undefined;
  /** The account that becomes one once the user has shown their second factor, of which nothing is written until then. */
  waiting?: WaitingLink | undefined;
  /** Is true if the user has been another person's so far, for all that is known. */
  isNewOwners: boolean;
  /** The session on the hosted pages that the new one is part of. Its user has shown all that is asked for there. */
  from?: NewSession["from"];
  /** The statements that use the code up and write everything, in front of those that make the session. */
  writing(sessionId: string | null): [Statement, ...Statement[]];
}

type RedemptionTools = Pick<Tools, "db" | "settings" | "sender"> & Failing<RedemptionError>;

/** Resolves the flow of a code again from what is stored by now. A code whose flow fails is used up. */
export async function redeem(
  tools: RedemptionTools,
  code: UsableCode,
  found: RedemptionRows,
  redirectUri: string | undefined,
): Promise<Redemption> {
  try {
    return await tryToRedeem(tools, code, found, redirectUri);
  } catch (error) {
    await tools.db.batch([spendingCode(tools.db, code, { sessionId: null, user: undefined })]);
    throw error;
  }
}

async function tryToRedeem(
  tools: RedemptionTools,
  code: UsableCode,
  found: RedemptionRows,
  redirectUri: string | undefined,
): Promise<Redemption> {
  const { db, fail } = tools;
  if (!redirectUri) return fail(missingParameter, { name: "redirect_uri" });
  if (redirectUriOf(redirectUri) !== code.redirectUri) return fail(wrongRedirectUri);
  const [row] = found.project ?? [];
  if (!row || !isUserAsDecided(code, found)) return fail("INVALID_AUTHORIZATION_CODE");
  const project = readProject(row, tools);
  if (isOfSession(code)) return redeemOfSession(tools, project, code, found);
  const grant = await openGrant(tools, code);
  if (!grant) return fail("INVALID_AUTHORIZATION_CODE");
  if (!isProviderOn(project, code)) return fail("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  const flow = { project, request: code, profile: grant.profile };
  const resolution = resolveUser(tools, flow, found);
  // An account that was new may have signed in by another flow since; one that was a user's must be theirs still. A claim is the address's.
  const isDecided = resolution?.kind === "claim" || !code.userId || resolution?.user?.id === code.userId;
  if (!resolution || !isDecided) return fail("INVALID_AUTHORIZATION_CODE");
  if (resolution.user) requireUnsuspended({ fail }, resolution.user);
  const { user, isNewUser, statements } = writeResolution(tools, flow, resolution);
  const { providerId: providerConfigId } = code;
  const account = { projectId: project.id, userId: user.id, providerConfigId, accountId: grant.profile.accountId };
  if (resolution.kind === "link" && resolution.holder && user.requiresTotpMfa) {
    const waiting = {
      providerConfigId,
      accountId: account.accountId,
      email: grant.profile.email,
      tokens: grant.tokens,
    };
    const writing = () => [spendingCode(db, code, { sessionId: null, user })] satisfies [Statement];
    return { project, user, isNewUser, linked: undefined, isNewOwners: false, waiting, writing };
  }
  const linked = resolution.kind === "link" || resolution.kind === "claim" ? resolution.kind : undefined;
  const isClaim = linked === "claim";
  const linking = {
    type: "oauth_account.linked",
    target: { type: "user", id: user.id },
    details: { provider_config_id: providerConfigId },
  } as const;
  const tokens = await storeProviderTokens(tools, account, grant.tokens);
  return {
    project,
    user,
    isNewUser,
    linked,
    isNewOwners: isClaim || (isNewUser && resolution.user !== undefined),
    writing: (sessionId) => [
      spendingCode(db, code, { sessionId, user: isClaim ? undefined : resolution.user }),
      ...statements,
      ...tokens,
      ...(linked ? [recordAudit(db, project, userActor(tools.sender, user.id), linking)] : []),
    ],
  };
}

/** Signs the user of a session elsewhere in on a website, if the project still lets them go there. */
function redeemOfSession(
  { db, settings, fail }: RedemptionTools,
  project: Project,
  code: SessionCode,
  { user: [row] = [], session: [session] = [] }: RedemptionRows,
): Redemption {
  const isLive = session && !session.isImpersonation && isSessionLive(project, session);
  const maySend = code.type === "website" || project.config.hostedPages.enabled;
  const isAllowed = maySend && isOwnPage(settings, project, code.redirectUri);
  if (!row || !isLive || !isAllowed) return fail("INVALID_AUTHORIZATION_CODE");
  const user = readUser(row);
  return {
    project,
    user,
    isNewUser: code.isNewUser,
    linked: undefined,
    isNewOwners: false,
    from: { ...session, id: code.sessionId },
    writing: (sessionId) => [spendingCode(db, code, { sessionId, user })],
  };
}

function isProviderOn({ config }: Project, { providerId, type }: ProviderCode): boolean {
  const provider = config.auth.oauth.providers[providerId];
  if (!provider?.type) return false;
  return provider.allowSignIn || (type === "link" && provider.allowConnectedAccounts);
}

/** Tells whether the user who began the flow, or has the hosted pages' session, if there is one, is there with the same credentials. */
function isUserAsDecided(code: UsableCode, { user: [row] = [] }: RedemptionRows): boolean {
  if (code.credentialVersion === null) return true;
  const user = row && readUser(row);
  return user?.credentialVersion === code.credentialVersion && user.isAnonymous === code.userIsAnonymous;
}
