import { areCredentialsChanged } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { idOfUser } from "../../../db/users/joins";
import { isSignInAccountTaken } from "../../../db/users/oauth-links/changes";
import { type Statement, violatesForeignKey, violatesNotNull } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type ProviderTokens, storeProviderTokens } from "../../users/connected-accounts";
import { newAuthorizationCode } from "./authorization-code";
import type { AccountError } from "./contract";
import type { OuterRequest } from "./outer-request";
import { type NamedFlow, resolveUser } from "./resolve-user";

/** A sign-in that loses a race finds what the winner wrote, unless that has changed again by then. */
const maxAttempts = 3;

/**
 * Resolves the user of an account, keeps the provider's tokens, and makes a code that the app redeems for a session.
 * Two round trips; when another sign-in writes in between, everything is read again.
 */
export async function grantCode(
  tools: Pick<Tools, "db" | "settings"> & Failing<AccountError>,
  flow: NamedFlow & { request: OuterRequest; redirectUri: string; tokens: ProviderTokens },
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToGrantCode(tools, flow);
    } catch (error) {
      if (attempt === maxAttempts || !lostRace(error)) throw error;
    }
  }
}

async function tryToGrantCode(
  tools: Pick<Tools, "db" | "settings"> & Failing<AccountError>,
  flow: Parameters<typeof grantCode>[1],
): Promise<string> {
  const { project, request, profile, redirectUri, tokens } = flow;
  const { user, wasAnonymous, isNewUser, statements } = await resolveUser(tools, flow);
  const one = { projectId: project.id, userId: user.id };
  const { code, statement: granting } = await newAuthorizationCode(tools.db, {
    projectId: project.id,
    // Before everything else, it fails the batch for a user who was deleted, or is no longer anonymous.
    userId: wasAnonymous === undefined ? user.id : idOfUser({ ...one, isAnonymous: wasAnonymous }),
    userIsAnonymous: user.isAnonymous,
    isNewUser,
    redirectUri,
    afterCallbackUrl: request.afterCallbackUrl,
    codeChallenge: request.codeChallenge,
    codeChallengeMethod: request.codeChallengeMethod,
  });
  const account = { ...one, providerConfigId: request.providerId, accountId: profile.accountId };
  const stored: Statement[] = await storeProviderTokens(tools, account, tokens);
  await tools.db.batch([granting, ...statements, ...stored]);
  return code;
}

/** Whether a write failed because of another one since the read. */
function lostRace(error: unknown): boolean {
  return (
    isSignInAccountTaken(error) ||
    isSignInEmailTaken(error) ||
    areCredentialsChanged(error) ||
    violatesNotNull(error, "authorization_codes.user_id") ||
    violatesForeignKey(error)
  );
}
