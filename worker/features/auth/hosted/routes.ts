import { insertCode } from "../../../db/oauth-flows/changes";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { selectLiveSession } from "../../../db/sessions/queries";
import { limitBytes } from "../../../platform/rate-limits";
import { hashSecret, newSecret } from "../../../platform/secrets";
import { type AppRouter, audienceOf, hostedPagesKey, issuerOf } from "../../access";
import { isOwnPage, isTrustedUrl, renderAppearance } from "../../projects";
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
    handle: async ({ caller, body, found, db, settings, limits, fail }) => {
      const { project, user } = caller;
      if (!project.config.hostedPages.enabled) return fail(contract.noHostedPages);
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
      await limitBytes({ limits, fail }, "refresh", location.href);
      const code = newSecret();
      const statement = insertCode(db, {
        projectId: project.id,
        codeHash: await hashSecret(code),
        type: "hosted",
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
      location.searchParams.set("iss", issuerOf(settings, audienceOf(project.id, false)));
      return { redirect_url: location.href };
    },
  });

  router.route(contract.checkCallbackUrl, ({ caller: { project }, query, settings }) => ({
    is_trusted: isTrustedUrl(settings, project, query.url),
  }));
}
