import { recordAudit } from "../../db/audit/changes";
import { deleteBouncesOf } from "../../db/email-sends/changes";
import { selectBouncesOf } from "../../db/email-sends/queries";
import { selectSignInEmails } from "../../db/users/contact-channels/queries";
import { selectUserId } from "../../db/users/queries";
import { clearGuesses, countFailures } from "../../platform/rate-limits";
import type { AppRouter } from "../access";
import { totpFailures } from "../auth/mfa";
import { clearPasswordGuesses, passwordCounters } from "../auth/password";
import { emailCounter } from "../emails";
import * as contract from "./contract";

export function signInStatusRoutes(router: AppRouter): void {
  router.route(contract.readSignInStatus, {
    prefetch: ({ db, projectId, provenProjectId, params: { user_id: userId } }) => ({
      users: selectUserId(db, { projectId, userId }),
      emails: selectSignInEmails(db, { projectId: provenProjectId, userId }),
      bounces: selectBouncesOf(db, { projectId: provenProjectId, userId, now: Date.now() }),
    }),
    handle: async ({ caller, params, found, attempts, fail }) => {
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const { totp, ...password } = guessedAt(caller.project.id, params.user_id, found.emails);
      const counted = ({ rule, at }: ReturnType<typeof emailCounter>) => countFailures({ attempts }, rule, at);
      const [second, passwords, messages] = await Promise.all([
        countFailures({ attempts }, totpFailures, totp),
        Promise.all(passwordCounters(caller.project, password).map(counted)),
        Promise.all(
          password.emails.map(async (email) => {
            const { refusedUntil } = await counted(emailCounter(caller.project, email));
            return refusedUntil === null ? [] : { email, refused_until_millis: refusedUntil };
          }),
        ),
      ]);
      const worst = passwords.reduce((worst, each) => ({
        inARow: Math.max(worst.inARow, each.inARow),
        lockedUntil: Math.max(worst.lockedUntil ?? 0, each.lockedUntil ?? 0) || null,
        refusedUntil: Math.max(worst.refusedUntil ?? 0, each.refusedUntil ?? 0) || null,
      }));
      return {
        guesses: [guessesOf("password", worst), guessesOf("totp", second)],
        refused_emails: messages.flat(),
        bounces: found.bounces.map(({ address, serverReply, bouncedAt }) => ({
          email: address,
          server_reply: serverReply,
          bounced_at_millis: bouncedAt,
        })),
      };
    },
  });

  router.route(contract.unlockSignIn, {
    prefetch: ({ db, projectId, provenProjectId, params: { user_id: userId } }) => ({
      users: selectUserId(db, { projectId, userId }),
      emails: selectSignInEmails(db, { projectId: provenProjectId, userId }),
    }),
    handle: async ({ db, caller: { project, actor }, params, found, limits, fail }) => {
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const { totp, ...password } = guessedAt(project.id, params.user_id, found.emails);
      const target = { type: "user", id: params.user_id };
      // First, so that no lock is lifted of which the log says nothing.
      await db.batch([recordAudit(db, project, actor, { type: "sign_in.unlocked", target })]);
      await Promise.all([
        clearGuesses({ limits }, totpFailures, totp),
        clearPasswordGuesses({ limits }, project, password),
      ]);
      return { success: true as const };
    },
  });

  router.route(contract.liftBounces, {
    prefetch: ({ db, projectId, params: { user_id: userId } }) => ({ users: selectUserId(db, { projectId, userId }) }),
    handle: async ({ db, caller: { project, actor }, params: { user_id: userId }, found, fail }) => {
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const target = { type: "user", id: userId };
      await db.batch([
        deleteBouncesOf(db, { projectId: project.id, userId }),
        recordAudit(db, project, actor, { type: "email.bounce_lifted", target }),
      ]);
      return { success: true as const };
    },
  });
}

function guessesOf(
  method: "password" | "totp",
  { inARow, lockedUntil, refusedUntil }: Awaited<ReturnType<typeof countFailures>>,
) {
  return {
    method,
    failures_in_a_row: inARow,
    refused_until_millis: refusedUntil,
    is_locked: lockedUntil !== null,
    locked_until_millis: lockedUntil,
  };
}

/** Returns what guesses at a user are counted by. */
function guessedAt(projectId: string, userId: string, emails: readonly { value: string }[]) {
  return { totp: { projectId, subject: userId }, userId, emails: emails.map(({ value }) => value) };
}
