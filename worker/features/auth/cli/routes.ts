import { selectLiveSession } from "../../../db/sessions/queries";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import { hashSecret } from "../../../platform/secrets";
import { type AppRouter, requireOwnSession } from "../../access";
import { requireLiveSession } from "../sessions";
import * as contract from "./contract";
import { findLogin, newLogin } from "./login-codes";

export function cliRoutes(router: AppRouter): void {
  router.route(contract.beginLogin, async ({ caller, body, cliLogins }) => {
    const { login, pollingCode, loginCode } = newLogin(cliLogins);
    const expiresAt = Date.now() + (body?.expires_in_millis ?? contract.defaultLifetimeMillis);
    await login.begin({
      projectId: caller.project.id,
      pollingCodeHash: await hashSecret(pollingCode),
      loginCodeHash: await hashSecret(loginCode),
      expiresAt,
    });
    return { polling_code: pollingCode, login_code: loginCode, expires_at: new Date(expiresAt).toISOString() };
  });

  router.route(contract.pollLogin, async ({ caller, body, cliLogins, settings, fail }) => {
    const found = await findLogin(cliLogins, body.polling_code);
    if (!found) return fail("INVALID_POLLING_CODE");
    const { id, login, codeHash } = found;
    const outcome = await login.poll({ projectId: caller.project.id, pollingCodeHash: codeHash });
    if (outcome.status === "unknown") return fail("INVALID_POLLING_CODE");
    if (outcome.status !== "success") return Response.json({ status: outcome.status } satisfies contract.LoginOutcome);
    try {
      const refreshToken = await unseal(settings.serverSecrets, purposeOf(id), outcome.sealedRefreshToken);
      return Response.json({ status: "success", refresh_token: refreshToken } satisfies contract.LoginOutcome, {
        status: 201,
      });
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      // Two rotations of the root secret since its completion: the login has to begin again.
      return Response.json({ status: "expired" } satisfies contract.LoginOutcome);
    }
  });

  router.route(contract.completeLogin, {
    prefetch: async ({ db, projectId, body }) => {
      const refreshTokenHash = await hashSecret(body.refresh_token);
      return { session: selectLiveSession(db, { projectId, refreshTokenHash, now: Date.now() }) };
    },
    handle: async ({ caller, body, found, cliLogins, settings, fail }) => {
      const session = requireLiveSession({ fail }, caller.project, found.session[0]);
      const isOwn = !caller.user || caller.user.id === session.userId;
      if (!isOwn) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
      requireOwnSession({ fail }, caller.project, session);
      const given = await findLogin(cliLogins, body.login_code);
      const outcome = given
        ? await given.login.complete({
            projectId: caller.project.id,
            loginCodeHash: given.codeHash,
            sealedRefreshToken: await seal(settings.serverSecrets, purposeOf(given.id), body.refresh_token),
          })
        : "unknown";
      if (outcome === "unknown") return fail(contract.invalidLoginCode);
      if (outcome === "other project") return fail(contract.otherProject);
      return { success: true } as const;
    },
  });
}

function purposeOf(loginId: string): string {
  return `cli-login/${loginId}`;
}
