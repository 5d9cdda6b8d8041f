import type { Project } from "../../../db/projects/project";
import { deleteSession } from "../../../db/sessions/changes";
import { selectLiveSession } from "../../../db/sessions/queries";
import { readUser, selectUser } from "../../../db/users/queries";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { readProgram } from "../../../platform/user-agent";
import type { Failing } from "../../../protocol/failing";
import { type AppRouter, requireOwnSession } from "../../access";
import { issueSession, requireLiveSession } from "../sessions";
import * as contract from "./contract";

export function cliRoutes(router: AppRouter): void {
  router.route(contract.beginLogin, {
    prefetch: async ({ db, projectId, body }) => {
      const token = body?.anon_refresh_token;
      return { ...(token && { session: selectLiveSession(db, await liveSessionKey(projectId, token)) }) };
    },
    handle: async ({ caller, body, found, cliLogins, settings, sender, fail }) => {
      const { id, login, pollingCode, loginCode } = newLogin(cliLogins);
      const now = Date.now();
      const expiresAt = now + (body?.expires_in_millis ?? contract.defaultLifetimeMillis);
      const token = body?.anon_refresh_token;
      if (token) {
        const session = requireLiveSession({ fail }, caller.project, found.session?.[0]);
        if (!session.isAnonymous || session.isImpersonation) return fail(contract.notAnonymous);
      }
      await login.begin({
        projectId: caller.project.id,
        pollingCodeHash: await hashSecret(pollingCode),
        loginCodeHash: await hashSecret(loginCode),
        expiresAt,
        begun: { at: now, place: sender.place, program: await readProgram(sender.userAgent) },
        ...(token && { sealedAnonymousToken: await seal(settings.serverSecrets, purposeOf(id), token) }),
      });
      return { polling_code: pollingCode, login_code: loginCode, expires_at: new Date(expiresAt).toISOString() };
    },
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
    prefetch: async ({ db, projectId, body: { refresh_token } }) => ({
      ...(refresh_token && { session: selectLiveSession(db, await liveSessionKey(projectId, refresh_token)) }),
    }),
    handle: async (context) => {
      const { caller, body, found, cliLogins, settings, fail } = context;
      // The code first: a request with a wrong one learns nothing of the session that it names.
      const waiting = await requireWaiting({ cliLogins, fail }, caller.project.id, body.login_code);
      const { id, login, loginCodeHash, state } = waiting;
      if (body.mode === "check") {
        return { cli_session_state: state.isAnonymous ? ("anonymous" as const) : ("none" as const) };
      }
      if (body.mode === "claim-anon-session") return await claimAnonymousSession(context, caller.project, waiting);
      const session = requireLiveSession({ fail }, caller.project, found.session?.[0]);
      const isOwn = !caller.user || caller.user.id === session.userId;
      if (!isOwn) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
      requireOwnSession({ fail }, caller.project, session);
      const sealedRefreshToken = await seal(settings.serverSecrets, purposeOf(id), body.refresh_token ?? "");
      const isCompleted = await login.complete({ projectId: caller.project.id, loginCodeHash, sealedRefreshToken });
      // Another request completed it since it was looked at.
      return isCompleted ? { success: true as const } : fail(contract.invalidLoginCode);
    },
  });

  router.route(contract.checkLogin, async ({ caller, body, cliLogins, sender, fail }) => {
    const { state } = await requireLogin({ cliLogins, fail }, caller.project.id, body.login_code);
    const { at, place, program } = state.begun;
    return {
      status: state.status,
      begun_at: new Date(at).toISOString(),
      expires_at: new Date(state.expiresAt).toISOString(),
      place: place && {
        ip: place.ip,
        country_code: place.countryCode,
        city_name: place.cityName,
        is_own: place.ip === sender.place?.ip,
      },
      program,
    };
  });
}

/**
 * Gives the confirmation page a session of the command line's anonymous user, in place of the one that the command line has.
 *
 * Attack: Mallory begins a login with an anonymous session and sends its link to Victor. He signs up on the page, and so makes the
 * account his. If both shared a session, Mallory would be in his account, though he never confirms the login.
 */
async function claimAnonymousSession(
  tools: Parameters<typeof issueSession>[0] &
    Pick<Tools, "settings" | "db"> &
    Failing<typeof contract.invalidLoginCode | "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED">,
  project: Project,
  { id, login, loginCodeHash }: Awaited<ReturnType<typeof requireWaiting>>,
) {
  const { db, settings, fail } = tools;
  const projectId = project.id;
  const sealed = await login.claimAnonymous({ projectId, loginCodeHash });
  if (sealed === undefined) return fail(contract.invalidLoginCode);
  const token = await unseal(settings.serverSecrets, purposeOf(id), sealed).catch((error: unknown) => {
    if (!(error instanceof UnsealError)) throw error;
    return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, { cause: error });
  });
  const [[found]] = await db.batch([selectLiveSession(db, await liveSessionKey(projectId, token))]);
  const { sessionId, userId } = requireLiveSession({ fail }, project, found);
  const [[row]] = await db.batch([selectUser(db, { projectId, userId })]);
  const user = row && readUser(row);
  if (!user?.isAnonymous) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  const before = [deleteSession(db, { projectId, sessionId })];
  const session = await issueSession(tools, project, user, { isNewUser: false, method: "anonymous", before });
  return { access_token: session.access_token, refresh_token: session.refresh_token };
}

async function liveSessionKey(projectId: string, refreshToken: string) {
  return { projectId, refreshTokenHash: await hashSecret(refreshToken), now: Date.now() };
}

type Finding = Pick<Tools, "cliLogins"> & Failing<typeof contract.invalidLoginCode | typeof contract.otherProject>;

/** The login of a login code, and its state. */
async function requireLogin({ cliLogins, fail }: Finding, projectId: string, loginCode: string) {
  const {
    id,
    login,
    codeHash: loginCodeHash,
  } = (await findLogin(cliLogins, loginCode)) ?? fail(contract.invalidLoginCode);
  const state = await login.check({ projectId, loginCodeHash });
  if (state === "unknown") return fail(contract.invalidLoginCode);
  if (state === "other project") return fail(contract.otherProject);
  return { id, login, loginCodeHash, state };
}

/** The login of a login code, if it can still be completed. */
async function requireWaiting({ cliLogins, fail }: Finding, projectId: string, loginCode: string) {
  const found = await requireLogin({ cliLogins, fail }, projectId, loginCode);
  return found.state.status === "waiting" ? found : fail(contract.invalidLoginCode);
}

function purposeOf(loginId: string): string {
  return `cli-login/${loginId}`;
}

/** The length of a Durable Object's id in hexadecimal. */
const idLength = 64;

/** A fresh login with its two codes. Each begins with the login's id, and reveals nothing of the other's secret. */
function newLogin(logins: Tools["cliLogins"]) {
  const id = logins.newUniqueId();
  return {
    id: id.toString(),
    login: logins.get(id),
    pollingCode: `${id}${newSecret()}`,
    loginCode: `${id}${newSecret()}`,
  };
}

/** The login that a code belongs to, before its secret is checked. Undefined where the code cannot be one of ours. */
async function findLogin(logins: Tools["cliLogins"], code: string) {
  const id = loginId(logins, code.slice(0, idLength));
  return id && { id: id.toString(), login: logins.get(id), codeHash: await hashSecret(code) };
}

/** The platform distinguishes its own ids from invented ones, so that guesses wake no object. */
function loginId(logins: Tools["cliLogins"], text: string): DurableObjectId | undefined {
  try {
    return logins.idFromString(text);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
