import type * as z from "zod";
import { keyIsUsable, selectUsableKey } from "../../../db/projects/internal-keys/queries";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { selectLiveSession } from "../../../db/sessions/queries";
import { readUser } from "../../../db/users/queries";
import { batchByName, type Condition } from "../../../platform/database";
import { hashSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { isConfiguredKey } from "../../access";
import { requireSecondFactor } from "../mfa";
import { issueSession, noteUse, refreshedAccessToken, requireLiveSession } from "../sessions";
import type { SignInError } from "../sessions/contract";
import { redeemingCode, redirectUriOf } from "./authorization-code";
import { type exchangeToken, missingParameter, wrongRedirectUri } from "./contract";
import type { OAuthClient } from "./oauth-client";

type ClientError = "INVALID_OAUTH_CLIENT_ID_OR_SECRET";
type TokenResponse = z.input<(typeof exchangeToken)["response"]>;

/**
 * Redeems an authorization code (RFC 6749 section 4.1.3): signs in its user. The code is used up when the client
 * and its verifier are right, whatever follows. Two round trips.
 */
export async function exchangeCode(
  tools: Tools &
    Failing<
      ClientError | SignInError | "INVALID_AUTHORIZATION_CODE" | typeof missingParameter | typeof wrongRedirectUri
    >,
  client: OAuthClient,
  sent: { code?: string | undefined; redirect_uri?: string | undefined; code_verifier?: string | undefined },
): Promise<TokenResponse> {
  const { db, settings, fail } = tools;
  const { projectId } = client;
  const { code, code_verifier: codeVerifier } = sent;
  const key = await keyOf(tools, client);
  const found = await batchByName(db, {
    ...key.statement,
    project: selectProject(db, { projectId }),
    ...(code && codeVerifier && (await redeemingCode(db, { projectId, code, codeVerifier, condition: key.condition }))),
  });
  key.require(found.key);
  requireFields({ fail }, sent, ["code", "redirect_uri"]);
  const [grant] = found.grant ?? [];
  const [row] = found.codeUser ?? [];
  const user = row && readUser(row);
  if (!grant || !user || user.isAnonymous !== grant.userIsAnonymous) return fail("INVALID_AUTHORIZATION_CODE");
  if (redirectUriOf(sent.redirect_uri ?? "") !== grant.redirectUri) return fail(wrongRedirectUri);
  const { isNewUser, afterCallbackUrl } = grant;
  const [projectRow] = found.project;
  if (!projectRow) return fail("INVALID_AUTHORIZATION_CODE");
  const project = readProject(projectRow, settings);
  await requireSecondFactor(tools, project, user, { isNewUser });
  const session = await issueSession(tools, project, user, { isNewUser });
  return {
    ...bearerToken(settings, session.access_token),
    refresh_token: session.refresh_token,
    is_new_user: isNewUser,
    newUser: isNewUser,
    after_callback_redirect_url: afterCallbackUrl,
    afterCallbackRedirectUrl: afterCallbackUrl,
  };
}

/** Makes an access token of a refresh token (RFC 6749 section 6). One round trip, and one after the response. */
export async function exchangeRefreshToken(
  tools: Tools &
    Failing<ClientError | "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" | typeof missingParameter> & {
      defer(work: () => Promise<unknown>): void;
    },
  client: OAuthClient,
  sent: { refresh_token?: string | undefined },
): Promise<TokenResponse> {
  const { db, settings, fail, defer } = tools;
  const { projectId } = client;
  const refreshTokenHash = sent.refresh_token && (await hashSecret(sent.refresh_token));
  const key = await keyOf(tools, client);
  const found = await batchByName(db, {
    ...key.statement,
    project: selectProject(db, { projectId }),
    ...(refreshTokenHash && { session: selectLiveSession(db, { projectId, refreshTokenHash, now: Date.now() }) }),
  });
  key.require(found.key);
  requireFields({ fail }, sent, ["refresh_token"]);
  const [row] = found.project;
  if (!row) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  const session = requireLiveSession({ fail }, readProject(row, settings), found.session?.[0]);
  defer(() => noteUse(tools, projectId, session));
  return bearerToken(settings, await refreshedAccessToken(settings, projectId, session));
}

/** The statement that finds the client's key, if it sent one, and the check of its result. */
async function keyOf(
  { db, settings, fail }: Pick<Tools, "db" | "settings"> & Failing<ClientError>,
  { projectId, secret }: OAuthClient,
) {
  const isKnown = secret === undefined || isConfiguredKey({ projectId, tier: "client" }, secret, settings);
  if (isKnown) return { statement: {}, condition: undefined, require: () => {} };
  const usable = { projectId, tier: "client", keyHash: await hashSecret(secret), now: Date.now() } as const;
  return {
    statement: { key: selectUsableKey(db, usable) },
    /** For a statement that must only run for an authenticated client. */
    condition: keyIsUsable(db, usable) as Condition | undefined,
    require: (found: readonly unknown[] | undefined) => {
      if (!found?.length) fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    },
  };
}

function requireFields<Name extends string>(
  { fail }: Failing<typeof missingParameter>,
  sent: { [name in Name]?: string | undefined },
  names: readonly Name[],
): void {
  const missing = names.find((name) => !sent[name]);
  if (missing) fail(missingParameter, { name: missing });
}

function bearerToken({ accessTokenSeconds }: Tools["settings"], accessToken: string) {
  return { access_token: accessToken, token_type: "Bearer", expires_in: accessTokenSeconds, scope: "legacy" } as const;
}
