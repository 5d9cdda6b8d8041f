import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { selectProjectId } from "../../../db/projects/queries";
import { endFamilyOf } from "../../../db/sessions/changes";
import { type SessionRow, selectLiveSession, selectLiveSessionsOf, selectSession } from "../../../db/sessions/queries";
import { readUser, selectUser } from "../../../db/users/queries";
import type { Database } from "../../../platform/database";
import { hashSecret } from "../../../platform/secrets";
import { publicJwks } from "../../../platform/signing-keys";
import { readUserAgent } from "../../../platform/user-agent";
import { type AppRouter, type AssumedCaller, audienceOf, isSessionLive } from "../../access";
import * as contract from "./contract";
import { requireUnsuspended } from "./index";
import { issueSession } from "./issue-session";
import { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";

/** A deleted project's keys may be served for so long; clients keep them for an hour. */
const keptMillis = 60_000;
const maxKept = 10_000;

/**
 * Projects that were there when this isolate last looked. Keys derive from the root secret, so that nothing else is read for a
 * key set. What is not there is not kept: a project can be read as soon as it is made.
 */
export class KnownProjects {
  /** The end of each entry's time, in the order in which they were noted. */
  readonly #ends = new Map<string, number>();
  readonly #max: number;

  constructor(max = maxKept) {
    this.#max = max;
  }

  /** Tells whether a project was there within the last minute. */
  has(projectId: string, now = Date.now()): boolean {
    return now < (this.#ends.get(projectId) ?? 0);
  }

  note(projectId: string, now = Date.now()): void {
    this.#ends.delete(projectId);
    this.#ends.set(projectId, now + keptMillis);
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size > this.#max) this.#ends.delete(oldest);
  }
}

const knownProjects = new KnownProjects();

export function sessionRoutes(router: AppRouter): void {
  router.route(contract.createSession, {
    prefetch: ({ db, projectId, body }) => ({ user: selectUser(db, { projectId, userId: body.user_id }) }),
    handle: async (context) => {
      const { caller, body, found, fail } = context;
      const [row] = found.user;
      if (!row) return fail("USER_ID_DOES_NOT_EXIST", { user_id: body.user_id });
      const user = readUser(row);
      requireUnsuspended({ fail }, user);
      return issueSession(context, caller.project, user, {
        isNewUser: false,
        method: "server",
        by: caller.actor,
        expiresInMillis: body.expires_in_millis,
        isImpersonation: body.is_impersonation,
        isProven: false,
      });
    },
  });

  router.route(contract.listSessions, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      sessions: selectLiveSessionsOf(db, { projectId, userId: query.user_id, now: Date.now() }),
    }),
    handle: async ({ caller, query, found, fail }) => {
      if (caller.tier === "client") {
        if (!caller.user) return fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (query.user_id !== caller.user.id) return fail(contract.notOwnSessions);
      }
      const visible = found.sessions.filter(
        (session) => isSessionLive(caller.project, session) && (!session.isImpersonation || caller.tier !== "client"),
      );
      const items = await Promise.all(visible.map((session) => toSession(session, caller.sessionId)));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.deleteSession, {
    prefetch: ({ db, projectId, params }) => ({
      session: selectSession(db, { projectId, sessionId: params.session_id }),
    }),
    handle: async ({ caller, params, found, db, fail }) => {
      const [session] = found.session;
      const isVisible = session && (caller.tier !== "client" || session.userId === caller.user?.id);
      if (!isVisible) return fail(contract.sessionNotFound);
      if (params.session_id === caller.sessionId) return fail("CANNOT_DELETE_CURRENT_SESSION");
      const { project, actor } = caller;
      const target = { type: "session", id: params.session_id };
      await db.batch([
        endFamilyOf(db, { projectId: project.id, sessionId: params.session_id }),
        recordAudit(
          db,
          project,
          actor,
          { type: "session.revoked", target, details: { user_id: session.userId } },
          ifChanged,
        ),
      ]);
      return { success: true } as const;
    },
  });

  router.route(contract.signOut, {
    write: ({ caller, db }) => {
      const { project, sessionId, actor } = caller;
      return sessionId === null ? undefined : { statements: signOutStatements(db, { project, sessionId, actor }) };
    },
    handle: async ({ caller: { project, sessionId, actor }, db, fail, written }) => {
      if (!sessionId) return fail("USER_AUTHENTICATION_REQUIRED");
      const [ended] = written?.results ?? (await db.batch(signOutStatements(db, { project, sessionId, actor })));
      if (ended.length === 0) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
      return { success: true } as const;
    },
  });

  router.route(contract.refreshSession, {
    prefetch: async ({ db, projectId, headers }) => {
      const refreshTokenHash = await hashSecret(headers["x-stack-refresh-token"]);
      return { session: selectLiveSession(db, { projectId, refreshTokenHash, now: Date.now() }) };
    },
    handle: async ({ caller: { project }, found, settings, fail, defer, ...tools }) => {
      const session = requireLiveSession({ fail }, project, found.session[0]);
      defer(() => noteUse(tools, project, session));
      return { access_token: await refreshedAccessToken(settings, project, session) };
    },
  });

  router.route(contract.readPublicKeys, async ({ params, query, dbOf, settings, fail }) => {
    const projectId = params.project_id;
    if (!knownProjects.has(projectId)) {
      const db = dbOf(projectId);
      const [found] = await db.batch([selectProjectId(db, { projectId })]);
      if (found.length === 0) return fail(contract.projectNotFound);
      knownProjects.note(projectId);
    }
    const kinds = query.include_anonymous === "true" ? [false, true] : [false];
    const audiences = kinds.map((isAnonymous) => audienceOf(projectId, isAnonymous));
    return Response.json(await publicJwks(settings.serverSecrets, audiences), {
      headers: { "Cache-Control": "public, max-age=3600" },
    });
  });

  router.route(contract.redirectToPublicKeys, ({ params, settings }) => {
    const [projectId, document] = [params.project_id, params.document].map(encodeURIComponent);
    const location = `${settings.apiUrl}/api/v1/projects/${projectId}/.well-known/${document}?include_anonymous=true`;
    return new Response("Redirecting...", { status: 307, headers: { Location: location } });
  });
}

/** Ends the caller's session with those that are part of it. */
function signOutStatements(
  db: Database,
  { project, sessionId, actor }: Pick<AssumedCaller, "project" | "actor"> & { sessionId: string },
) {
  const target = { type: "session", id: sessionId };
  return [
    endFamilyOf(db, { projectId: project.id, sessionId }),
    recordAudit(db, project, actor, { type: "user.signed_out", target }, ifChanged),
  ] as const;
}

async function toSession(
  session: SessionRow,
  currentSessionId: string | null,
): Promise<z.input<typeof contract.Session>> {
  return {
    id: session.id,
    user_id: session.userId,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    is_impersonation: session.isImpersonation,
    is_current_session: session.id === currentSessionId,
    family_id: session.rootSessionId ?? session.id,
    last_used_at_end_user_ip_info: session.lastUsedIp ?? undefined,
    last_used_at_end_user_agent_info: session.lastUsedUserAgent
      ? await readUserAgent(session.lastUsedUserAgent)
      : undefined,
  };
}
