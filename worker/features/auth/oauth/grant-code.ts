import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { idOfUser } from "../../../db/users/joins";
import { isSignInAccountTaken } from "../../../db/users/oauth-links/changes";
import { type Statement, violatesForeignKey, violatesNotNull } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { type ProviderTokens, storeProviderTokens } from "../../users/connected-accounts";
import { newAuthorizationCode } from "./authorization-code";
import type { OuterRequest } from "./outer-request";
import { type NamedFlow, resolveUser } from "./resolve-user";

/** A sign-in that comes second finds what the first has made, unless that has changed again by then. */
const maxLooks = 3;

/**
 * Settles whom an account stands for, keeps the provider's tokens, and makes a code that the app redeems for a session.
 * Two round trips; when another sign-in comes in between, everything is looked at anew.
 *
 * @throws as `resolveUser` does
 */
export async function grantCode(
  tools: Pick<Tools, "db" | "settings">,
  flow: NamedFlow & { request: OuterRequest; redirectUri: string; tokens: ProviderTokens },
): Promise<string> {
  for (let look = 1; ; look++) {
    try {
      return await tryToGrantCode(tools, flow);
    } catch (error) {
      if (look === maxLooks || !cameSecond(error)) throw error;
    }
  }
}

async function tryToGrantCode(
  tools: Pick<Tools, "db" | "settings">,
  flow: Parameters<typeof grantCode>[1],
): Promise<string> {
  const { project, request, profile, redirectUri, tokens } = flow;
  const { user, wasAnonymous, isNewUser, statements } = await resolveUser(tools, flow);
  const one = { projectId: project.id, userId: user.id };
  const { code, statements: granting } = await newAuthorizationCode(tools.db, {
    projectId: project.id,
    // Before everything else, it fails the batch for a user who is gone, or who was anonymous and is no more.
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
  await tools.db.batch([...granting, ...statements, ...stored]);
  return code;
}

/** Whether a write failed because of another one since the look-up. */
function cameSecond(error: unknown): boolean {
  return (
    isSignInAccountTaken(error) ||
    isSignInEmailTaken(error) ||
    violatesNotNull(error, "authorization_codes.user_id") ||
    violatesForeignKey(error)
  );
}
