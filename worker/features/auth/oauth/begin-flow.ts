import type * as z from "zod";
import { selectUsableKey } from "../../../db/projects/internal-keys/queries";
import { type Project, readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { batchByName } from "../../../platform/database";
import { limitBytes } from "../../../platform/rate-limits";
import { hashSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { isConfiguredKey, isHostedPagesKey, readAccessToken } from "../../access";
import { lacksSharedKeys, type OAuthProvider, openProvider, ProviderError } from "../../oauth-providers";
import { afterCallbackUrl } from "../../projects";
import * as contract from "./contract";
import { clientRefused, codeRefused, type ProviderRefusal, providerFailed, scopesRefused } from "./contract";
import { newInnerSecrets, type OuterRequest, publicClientSecret, readOAuthClient, storeRequest } from "./outer-request";

type AuthorizeTools = Tools & Failing<contract.AuthorizeError | typeof tooManyRequests>;
type AuthorizeQuery = z.output<(typeof contract.authorize)["query"]>;

/** The project of a client with its publishable key. One round trip. */
export async function projectOfClient(
  { dbOf, settings, trace, fail }: AuthorizeTools,
  query: Pick<AuthorizeQuery, "client_id" | "client_secret">,
): Promise<Project> {
  const client = readOAuthClient(query, undefined);
  const { client_id, client_secret: key } = query;
  if (!client) return fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id });
  const { projectId } = client;
  const db = dbOf(projectId);
  const keyHash = await hashSecret(key);
  const found = await batchByName(db, {
    project: selectProject(db, { projectId }),
    key: selectUsableKey(db, { projectId, tier: "client", keyHash, now: Date.now() }),
  });
  const [row] = found.project;
  if (!row) return fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id });
  const project = readProject(row, { settings, trace });
  if (key === publicClientSecret) {
    if (!project.config.project.requirePublishableClientKey) return project;
    return fail("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", { project_id: projectId });
  }
  const claim = { projectId, tier: "client" } as const;
  const isKnown =
    found.key.length > 0 ||
    isConfiguredKey(claim, key, settings) ||
    (project.config.hostedPages.enabled && (await isHostedPagesKey(settings, claim, key)));
  return isKnown ? project : fail("INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: projectId });
}

/** A flow that may begin: the address at the provider, and what is kept of it until the provider responds. */
interface PreparedFlow {
  location: string;
  secrets: ReturnType<typeof newInnerSecrets>;
  request: OuterRequest;
}

/** Stores a flow until the provider responds. One round trip. */
export async function storeFlow(
  { db, settings, limits, fail }: AuthorizeTools,
  project: Project,
  { secrets, request }: PreparedFlow,
): Promise<void> {
  await limitBytes({ limits, fail }, "sign-in", Object.values(request).join(""));
  await storeRequest({ db, settings }, project, secrets, request);
}

/** Checks a request to begin a flow. Nothing is stored yet. */
export async function prepareFlow(
  { settings, fail }: AuthorizeTools,
  project: Project,
  provider_id: string,
  query: AuthorizeQuery,
  urls: Pick<OuterRequest, "errorRedirectUrl" | "redirectUri">,
): Promise<PreparedFlow> {
  const { type, scope } = query;
  if (scope !== "legacy") return fail("INVALID_SCOPE", { scope });
  if (lacksSharedKeys(settings, project, provider_id)) return fail("INVALID_SHARED_OAUTH_PROVIDER_ID", { provider_id });
  const provider = await openProviderFor({ settings, fail }, type, project, provider_id);
  if (type === "link" && !query.token) return fail(contract.linkWithoutToken);
  const user = query.token ? await userOfToken({ settings, fail }, project.id, query.token) : undefined;
  const providerScope = query.provider_scope?.trim() || null;
  if (providerScope && provider.isShared) return fail("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
  const afterCallback = afterCallbackUrl({ settings, fail }, project, query.after_callback_redirect_url);

  const secrets = newInnerSecrets(project.id);
  const scopes = provider.scopes(providerScope ?? undefined);
  const location = await provider
    .authorizationUrl({ ...secrets, scopes })
    .catch((error: unknown) => explainProviderError({ fail }, error, scopes));
  // Only an anonymous user is upgraded by signing in; otherwise the account alone identifies the user.
  const concerned = type === "link" || user?.isAnonymous ? user : undefined;
  const request: OuterRequest = {
    ...urls,
    providerId: provider.id,
    type,
    userId: concerned?.userId ?? null,
    userIsAnonymous: concerned?.isAnonymous ?? false,
    sessionId: concerned?.sessionId ?? null,
    providerScope,
    afterCallbackUrl: afterCallback,
    scope,
    outerState: query.state,
    codeChallenge: query.code_challenge,
    codeChallengeMethod: query.code_challenge_method,
  };
  return { location: location.href, secrets, request };
}

/** A provider for linking only is not found for signing in. */
export async function openProviderFor(
  {
    settings,
    fail,
  }: Pick<Tools, "settings"> & Failing<"OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED" | contract.ProviderRefusal>,
  type: OuterRequest["type"],
  project: Project,
  id: string,
): Promise<OAuthProvider> {
  const provider = await openProvider(settings, project, id).catch((error: unknown) =>
    explainProviderError({ fail }, error, []),
  );
  if (!provider || (type === "authenticate" && !provider.allowsSignIn)) {
    return fail("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  }
  return provider;
}

/** The user of an access token that came in the query. */
async function userOfToken(
  {
    settings,
    fail,
  }: Pick<Tools, "settings"> &
    Failing<"UNPARSABLE_ACCESS_TOKEN" | "ACCESS_TOKEN_EXPIRED" | typeof contract.tokenOfOtherProject>,
  projectId: string,
  text: string,
) {
  const token = await readAccessToken(text, settings);
  if (token.kind === "unparsable") return fail("UNPARSABLE_ACCESS_TOKEN");
  if (token.kind === "expired") return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: token.expiredAtMillis });
  if (token.projectId !== projectId) return fail(contract.tokenOfOtherProject);
  return token;
}

/** Translates an error of a provider, none of which is a fault of ours. */
export function explainProviderError(
  { fail }: Failing<ProviderRefusal>,
  error: unknown,
  scopes: readonly string[],
): never {
  if (!(error instanceof ProviderError)) throw error;
  const problem = error.message;
  const options = { cause: error };
  switch (error.kind) {
    case "access_denied":
      return fail("OAUTH_PROVIDER_ACCESS_DENIED", undefined, options);
    case "invalid_grant":
      return fail(codeRefused, undefined, options);
    case "invalid_client":
      return fail(clientRefused, { problem }, options);
    case "invalid_scope":
      return fail(scopesRefused, { problem, scopes: scopes.join(" ") }, options);
    default:
      return fail(providerFailed, { problem }, options);
  }
}
