import type * as z from "zod";
import { isCodeStale } from "../../../db/oauth-flows/changes";
import { redemptionQueries } from "../../../db/oauth-flows/resolution";
import { keyIsUsable, selectUsableKey } from "../../../db/projects/internal-keys/queries";
import { type Project, readProject } from "../../../db/projects/project";
import { type ProjectRow, selectProject } from "../../../db/projects/queries";
import { selectLiveSession } from "../../../db/sessions/queries";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { isSignInAccountTaken } from "../../../db/users/oauth-links";
import { batchByName, type Condition, isConditionRefused } from "../../../platform/database";
import { hashSecret, newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { isConfiguredKey, isHostedPagesKey } from "../../access";
import { deferSecurityNotice } from "../../security-notices";
import { requireSecondFactor } from "../mfa";
import {
  forgetKnownNetworks,
  issueSession,
  type NewSession,
  noteUse,
  refreshedAccessToken,
  requireLiveSession,
} from "../sessions";
import type { SignInError } from "../sessions/contract";
import { presentedCode } from "./authorization-code";
import { type exchangeToken, missingParameter, type RedemptionError } from "./contract";
import { type OAuthClient, publicClientSecret } from "./outer-request";
import { redeem, usableCode } from "./redeem-code";

type ClientError = "INVALID_OAUTH_CLIENT_ID_OR_SECRET" | "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT";
type TokenResponse = z.input<(typeof exchangeToken)["response"]>;

/** A redemption that loses a race finds what the winner wrote, unless that has changed again by then. */
const maxAttempts = 3;

type CodeTools = Tools & Deferring & Failing<ClientError | SignInError | RedemptionError>;
interface SentCode {
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
}

/**
 * Redeems an authorization code (RFC 6749 section 4.1.3). It writes what the flow has come to and signs in its user in one batch.
 * So a failure in between leaves the code as it was. Otherwise the code is used up once the client and its verifier are right,
 * whatever follows. It takes two round trips, or three when a second factor is missing. When another sign-in writes in between,
 * it reads everything again.
 */
export async function exchangeCode(tools: CodeTools, client: OAuthClient, sent: SentCode): Promise<TokenResponse> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToExchangeCode(tools, client, sent);
    } catch (error) {
      if (attempt === maxAttempts || !lostRace(error)) throw error;
    }
  }
}

async function tryToExchangeCode(tools: CodeTools, client: OAuthClient, sent: SentCode): Promise<TokenResponse> {
  const { db, settings, fail } = tools;
  const { projectId } = client;
  const { code: text, code_verifier: codeVerifier } = sent;
  const key = await keyOf(tools, client);
  const presented =
    text && codeVerifier && (await presentedCode({ projectId, code: text, codeVerifier, condition: key.condition }));
  const found = await batchByName(db, { ...key.statement, ...(presented && redemptionQueries(db, presented)) });
  key.require(found.key);
  const code = await usableCode(db, found);
  if (!code) {
    requireFields({ fail }, sent, ["code", "redirect_uri"]);
    return fail("INVALID_AUTHORIZATION_CODE");
  }
  const { project, user, isNewUser, linked, waiting, isNewOwners, from, writing } = await redeem(
    tools,
    code,
    found,
    sent.redirect_uri,
  );
  const notify = () => {
    if (isNewOwners) tools.defer(() => forgetKnownNetworks(tools, project, user));
    if (linked) deferSecurityNotice(tools, project, user, linked === "claim" ? "accountClaimed" : "accountLinked");
  };
  if (!from) {
    if (user.requiresTotpMfa) {
      await db.batch(writing(null));
      notify();
    }
    await requireSecondFactor(tools, project, user, { isNewUser, waiting });
  }
  const sessionId = newId();
  const method = from ? "hosted" : "oauth";
  const isOfAnyVersion = linked === "claim";
  const before = writing(sessionId);
  const made: NewSession = { isNewUser, method, sessionId, isOfAnyVersion, before, ...(from && { from }) };
  const session = await issueSession(tools, project, user, made);
  notify();
  const { afterCallbackUrl } = code;
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
  const project = readProject(row, tools);
  const session = requireLiveSession({ fail }, project, found.session?.[0]);
  defer(() => noteUse(tools, project, session));
  return bearerToken(settings, await refreshedAccessToken(settings, project, session));
}

/** Tells whether a redemption failed because of another write since it read. */
function lostRace(error: unknown): boolean {
  return isCodeStale(error) || isSignInAccountTaken(error) || isSignInEmailTaken(error) || isConditionRefused(error);
}

/** The statement that finds the client's key, if it sent one, and the check of its result. */
async function keyOf(
  { db, settings, fail }: Pick<Tools, "db" | "settings"> & Failing<ClientError>,
  { projectId, secret }: OAuthClient,
) {
  const isKnown = secret === undefined || isConfiguredKey({ projectId, tier: "client" }, secret, settings);
  if (isKnown) return { statement: {}, condition: undefined, require: () => {} };
  const refuse = () => fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
  const ofProject = (require: (config: Project["config"]) => void) => ({
    statement: { key: selectProject(db, { projectId }) },
    condition: undefined,
    require: (found: readonly unknown[] | undefined) => {
      const [row] = (found ?? []) as ProjectRow[];
      if (!row) return refuse();
      require(readProject(row, { settings }).config);
    },
  });
  if (secret === publicClientSecret) {
    return ofProject(({ project }) => {
      if (project.requirePublishableClientKey) {
        fail("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", { project_id: projectId });
      }
    });
  }
  if (await isHostedPagesKey(settings, { projectId, tier: "client" }, secret)) {
    return ofProject(({ hostedPages }) => {
      if (!hostedPages.enabled) refuse();
    });
  }
  const usable = { projectId, tier: "client", keyHash: await hashSecret(secret), now: Date.now() } as const;
  return {
    statement: { key: selectUsableKey(db, usable) },
    /** For a statement that must only run for an authenticated client. */
    condition: keyIsUsable(db, usable) as Condition | undefined,
    require: (found: readonly unknown[] | undefined) => {
      if (!found?.length) refuse();
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
