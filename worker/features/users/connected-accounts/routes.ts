import { oldestFirst } from "../../../db/oldest-first";
import type { Project } from "../../../db/projects/project";
import { selectLinks } from "../../../db/users/oauth-links";
import { type Connection, readConnection, selectConnection } from "../../../db/users/provider-tokens/queries";
import type { Tools } from "../../../platform/tools";
import { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import type { AppRouter, Caller } from "../../access";
import { openProvider, ProviderError } from "../../oauth-providers";
import * as contract from "./contract";
import { findUsableToken } from "./usable-token";

/** Sets how long to wait before each further read while another request is renewing the token, in milliseconds. */
const pauses = [100, 200, 400, 800];
const retryAfterMillis = 1000;

export function connectedAccountRoutes(router: AppRouter) {
  router.route(contract.createAccessToken, {
    prefetch: ({ db, provenProjectId: projectId, params: { user_id: userId, provider_id: providerConfigId } }) => ({
      rows: selectConnection(db, { projectId, userId, providerConfigId }),
    }),
    handle: async (context) => {
      const { caller, params, body, found, fail } = context;
      requireOwn({ fail }, caller, params.user_id);
      return accessToken(context, caller.project, { ...params, ...body, rows: found.rows });
    },
  });

  router.route(contract.createTokenOfAccount, {
    prefetch: ({ db, provenProjectId: projectId, params }) => ({
      rows: selectConnection(db, {
        projectId,
        userId: params.user_id,
        providerConfigId: params.provider_id,
        accountId: params.provider_account_id,
      }),
    }),
    handle: async (context) => {
      const { caller, params, body, found, fail } = context;
      requireOwn({ fail }, caller, params.user_id);
      return accessToken(context, caller.project, { ...params, ...body, rows: found.rows });
    },
  });

  router.route(contract.listConnectedAccounts, {
    prefetch: ({ db, provenProjectId: projectId, params: { user_id: userId } }) => ({
      links: selectLinks(db, { projectId, userId }),
    }),
    handle: ({ caller, params: { user_id }, found, fail }) => {
      requireOwn({ fail }, caller, user_id);
      const connected = oldestFirst(found.links).filter(({ allowConnectedAccounts }) => allowConnectedAccounts);
      const items = connected.map(({ providerConfigId: provider, accountId: provider_account_id }) => ({
        user_id,
        provider,
        provider_account_id,
      }));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.createOwnAccessToken, {
    prefetch: ({ db, provenProjectId: projectId, userId, params: { provider_id: providerConfigId } }) => ({
      ...(userId && { rows: selectConnection(db, { projectId, userId, providerConfigId }) }),
    }),
    handle: async (context) => {
      const { caller, params, body, found, fail } = context;
      const user = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
      return accessToken(context, caller.project, { user_id: user.id, ...params, ...body, rows: found.rows ?? [] });
    },
  });
}

function requireOwn({ fail }: Failing<typeof contract.notOwnAccounts>, { tier, user }: Caller, userId: string): void {
  if (tier === "client" && user?.id !== userId) fail(contract.notOwnAccounts);
}

interface TokenRequest {
  user_id: string;
  provider_id: string;
  provider_account_id?: string;
  scope?: string | undefined;
  /** The user's connection as it was read with the caller. */
  rows: Awaited<ReturnType<typeof selectConnection>>;
}

async function accessToken(
  tools: Tools & Deferring & Failing<contract.TokenError>,
  project: Project,
  request: TokenRequest,
): Promise<{ access_token: string }> {
  const { db, fail } = tools;
  const { user_id: userId, provider_id: providerConfigId, provider_account_id: accountId } = request;
  const connection = { projectId: project.id, userId, providerConfigId, accountId };
  const provider = await requireProvider(tools, project, providerConfigId);
  const scopes = request.scope?.split(/\s+/).filter(Boolean) ?? [];
  let { rows } = request;
  for (let attempt = 0; ; attempt++) {
    const found = await findUsableToken(tools, provider, requireTokens({ fail }, connection, rows), scopes);
    if (found === "none") return fail("OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE");
    if (found !== "busy") return { access_token: found.token };
    const pause = pauses[attempt];
    if (pause === undefined) return fail(tooManyRequests, { retryAfterMillis });
    await scheduler.wait(pause);
    [rows] = await db.batch([selectConnection(db, connection)]);
  }
}

/**
 * Returns the provider, when the project lets its API be used. Keys that projects share are refused, because their tokens would let each
 * project act as all others at the provider. In development they belong to one local issuer without an API, and a variable allows it.
 */
async function requireProvider(
  { settings, fail }: Tools & Failing<contract.TokenError>,
  project: Project,
  providerConfigId: string,
) {
  const { providers } = project.config.auth.oauth;
  const config = Object.hasOwn(providers, providerConfigId) ? providers[providerConfigId] : undefined;
  if (!config?.type || !config.allowConnectedAccounts) return fail("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  if (config.isShared && !settings.sharedOAuth.givesTokens) {
    return fail("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
  }
  const provider = await openProvider(settings, project, providerConfigId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    return fail(contract.clientSecretUnreadable, { problem: error.message }, { cause: error });
  });
  return provider ?? fail("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
}

function requireTokens({ fail }: Failing<contract.TokenError>, connection: Connection, rows: TokenRequest["rows"]) {
  const { hasUser, isConnected, tokens } = readConnection(connection, rows);
  if (!hasUser) return fail("USER_NOT_FOUND");
  return isConnected ? tokens : fail("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER");
}
