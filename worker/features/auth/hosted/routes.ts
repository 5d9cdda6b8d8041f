import { insertCode } from "../../../db/oauth-flows/changes";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { selectLiveSession } from "../../../db/sessions/queries";
import type { User } from "../../../db/users/queries";
import { limitBytes } from "../../../platform/rate-limits";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { BodyOf, ErrorsOf } from "../../../protocol/endpoint";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { type AppRouter, audienceOf, type Caller, hostedPagesKey, issuerOf } from "../../access";
import { afterCallbackUrl, isOwnPage, isTrustedUrl, renderAppearance } from "../../projects";
import { codeLifetimeMillis } from "../oauth/contract";
import { requireLiveSession } from "../sessions";
import { projectNotFound } from "../sessions/contract";
import * as contract from "./contract";
import { frameAncestors } from "./frame-ancestors";

export function hostedRoutes(router: AppRouter): void {
  router.route(contract.readHostedPages, async ({ params, dbOf, settings, trace, responseHeaders, fail }) => {
    const db = dbOf(params.project_id);
    const [[row]] = await db.batch([selectProject(db, { projectId: params.project_id })]);
    const project = row && readProject(row, { settings, trace });
    if (!project?.config.hostedPages.enabled) return fail(projectNotFound);
    responseHeaders.set("Cache-Control", "public, max-age=60");
    const { config } = project;
    return {
      project_id: project.id,
      display_name: project.displayName,
      publishable_client_key: await hostedPagesKey(settings, project.id),
      issuer: issuerOf(settings, audienceOf(project.id, false)),
      appearance: { ...renderAppearance(config), logo_url: config.appearance.logoUrl ?? project.logoUrl },
      frame_ancestors: await frameAncestors(config),
    };
  });

  router.route(contract.authorizeWebsite, {
    prefetch: async ({ db, projectId, headers }) => {
      const refreshTokenHash = await hashSecret(headers["x-stack-refresh-token"]);
      return { session: selectLiveSession(db, { projectId, refreshTokenHash, now: Date.now() }) };
    },
    handle: async (context) => {
      const { project } = context.caller;
      if (!project.config.hostedPages.enabled) return context.fail(contract.noHostedPages);
      const location = await authorizeAt(context, { type: "hosted", afterCallbackUrl: null });
      location.searchParams.set("iss", issuerOf(context.settings, audienceOf(project.id, false)));
      return { redirect_url: location.href };
    },
  });

  router.route(contract.authorizeOtherWebsite, {
    prefetch: async ({ db, projectId, headers }) => {
      const refreshTokenHash = await hashSecret(headers["x-stack-refresh-token"]);
      return { session: selectLiveSession(db, { projectId, refreshTokenHash, now: Date.now() }) };
    },
    handle: async (context) => {
      const { caller, body } = context;
      const after = afterCallbackUrl(context, caller.project, body.after_callback_redirect_url);
      const { href } = await authorizeAt(context, { type: "website", afterCallbackUrl: after });
      return { redirect_url: href };
    },
  });

  router.route(contract.checkCallbackUrl, ({ caller: { project }, query, settings }) => ({
    is_trusted: isTrustedUrl(settings, project, query.url),
  }));
}

type CodeErrors = ErrorsOf<typeof contract.authorizeOtherWebsite> | typeof tooManyRequests;

/** The callback of a website with a new code for the session of the request, which it stores. One round trip. */
async function authorizeAt(
  {
    caller,
    body,
    found,
    db,
    settings,
    limits,
    fail,
  }: Pick<Tools, "db" | "settings" | "limits"> &
    Failing<CodeErrors> & {
      caller: Caller & { user: User };
      body: BodyOf<typeof contract.authorizeWebsite>;
      found: { session: Awaited<ReturnType<typeof selectLiveSession>> };
    },
  flow: { type: "hosted" | "website"; afterCallbackUrl: string | null },
): Promise<URL> {
  const { project, user } = caller;
  // Attack: an access token that leaked, and is valid for minutes, must not become a session of its own.
  const session = requireLiveSession({ fail }, project, found.session[0]);
  if (session.sessionId !== caller.sessionId || session.userId !== user.id) {
    return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  }
  if (session.isImpersonation) return fail(contract.impersonationRefused);
  if (user.isAnonymous) return fail(contract.anonymousRefused);
  if (!isOwnPage(settings, project, body.redirect_uri)) return fail("REDIRECT_URL_NOT_WHITELISTED");

  const location = new URL(body.redirect_uri);
  location.hash = "";
  await limitBytes({ limits, fail }, "refresh", location.href + (flow.afterCallbackUrl ?? ""));
  const code = newSecret();
  const statement = insertCode(db, {
    projectId: project.id,
    codeHash: await hashSecret(code),
    ...flow,
    userId: user.id,
    userIsAnonymous: false,
    credentialVersion: user.credentialVersion,
    sessionId: session.sessionId,
    isNewUser: false,
    redirectUri: location.href,
    codeChallenge: body.code_challenge,
    codeChallengeMethod: body.code_challenge_method,
    expiresAt: Date.now() + codeLifetimeMillis,
  });
  await db.batch([statement]);
  location.searchParams.set("code", code);
  location.searchParams.set("state", body.state);
  return location;
}
