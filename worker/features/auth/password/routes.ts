import { endSessionsOf } from "../../../db/sessions/changes";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { recordUser } from "../../../db/users/events";
import { followPassword, insertFirstPassword, replaceHash } from "../../../db/users/passwords/changes";
import { selectPassword } from "../../../db/users/passwords/queries";
import { readSignInUser, selectUserBySignInEmail } from "../../../db/users/queries";
import { violatesForeignKey } from "../../../platform/database";
import { burnPasswordHash, hashPassword, verifyPassword } from "../../../platform/password-hash";
import { takeAttempt } from "../../../platform/rate-limits";
import { hashSecret } from "../../../platform/secrets";
import { normalizeEmail } from "../../../protocol/fields";
import type { AppRouter } from "../../access";
import { limitMailTo } from "../../emails";
import { trustedUrl } from "../../projects";
import { newUser, upgradeAnonymousUser } from "../../users/users";
import { checkCode, claimCode, sendEmailVerification } from "../../verification-codes";
import { beginSecondFactor, requireSecondFactor } from "../mfa";
import { issueSession } from "../sessions";
import { confirmPassword } from "./confirm-password";
import * as contract from "./contract";
import { mailResetCode, passwordReset, requireSignInAddress } from "./reset-code";
import { passwordFailures, requireAcceptablePassword, requirePasswordAuthentication } from "./rules";

export function passwordRoutes(router: AppRouter): void {
  router.route(contract.signUp, async ({ caller, body, fail, defer, ...tools }) => {
    const { db, trace } = tools;
    const { project } = caller;
    requirePasswordAuthentication({ fail }, project);
    const callbackUrl = trustedUrl({ fail }, project.config, body.verification_callback_url);
    if (!project.config.auth.allowSignUp) return fail("SIGN_UP_NOT_ENABLED");
    const email = normalizeEmail(body.email);
    await requireAcceptablePassword({ ...tools, fail }, project, { password: body.password, email });
    const fields = {
      primaryEmail: email,
      primaryEmailVerified: false,
      primaryEmailAuthEnabled: true,
      passwordHash: await hashPassword(trace, body.password),
    };
    const { user, statements } = caller.user?.isAnonymous
      ? upgradeAnonymousUser(db, caller.user, fields)
      : newUser(db, project, fields);
    // A new user has no sessions; those of an anonymous one may have leaked.
    const before = [...statements, endSessionsOf(db, { projectId: project.id, userId: user.id })];
    const verifyEmail = () => sendEmailVerification(tools, project, { user, email, callbackUrl });
    try {
      const attemptCode = await beginSecondFactor(tools, project, user, { isNewUser: true, before });
      if (attemptCode !== undefined) {
        // The account is made all the same, and waits for the second factor.
        defer(verifyEmail);
        return fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: attemptCode });
      }
      const signedIn = await issueSession({ ...tools, fail }, project, user, { isNewUser: true, before });
      defer(verifyEmail);
      return signedIn;
    } catch (error) {
      if (isSignInEmailTaken(error)) {
        return fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: false });
      }
      // The anonymous user that was to become this account was deleted in this moment.
      if (violatesForeignKey(error)) return fail("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, { cause: error });
      throw error;
    }
  });

  router.route(contract.signIn, {
    prefetch: ({ db, projectId, body }) => ({
      account: selectUserBySignInEmail(db, { projectId, email: normalizeEmail(body.email) }),
    }),
    handle: async ({ caller, body, found, fail, defer, ...tools }) => {
      const { db, trace } = tools;
      const { project } = caller;
      requirePasswordAuthentication({ fail }, project);
      // By the address, whether or not it has an account: an account must not show by when it is locked.
      const attempted = { projectId: project.id, subject: normalizeEmail(body.email) };
      const attempt = await takeAttempt({ ...tools, fail }, passwordFailures, attempted);
      const [row] = found.account;
      if (!row || row.passwordHash === null) {
        await burnPasswordHash(trace, body.password);
        return fail("EMAIL_PASSWORD_MISMATCH");
      }
      const { user } = readSignInUser(row);
      const stored = row.passwordHash;
      const { valid, needsRehash } = await verifyPassword(trace, stored, body.password);
      if (!valid) return fail("EMAIL_PASSWORD_MISMATCH");
      defer(attempt.giveBack);
      if (needsRehash) {
        defer(async () => {
          const to = await hashPassword(trace, body.password);
          await db.batch([replaceHash(db, { projectId: project.id, userId: user.id, from: stored, to })]);
        });
      }
      await requireSecondFactor({ db, fail }, project, user, { isNewUser: false });
      return issueSession({ ...tools, fail }, project, user, { isNewUser: false });
    },
  });

  router.route(contract.sendResetCode, async ({ caller, body, fail, defer, ...tools }) => {
    const { project } = caller;
    requirePasswordAuthentication({ fail }, project);
    const callbackUrl = trustedUrl({ fail }, project.config, body.callback_url);
    const email = normalizeEmail(body.email);
    await limitMailTo({ ...tools, fail }, project, email);
    // The query for the address runs after the response, so that its duration does not reveal the result.
    defer(() => mailResetCode(tools, project, { email, callbackUrl }));
    return { success: "maybe, only if user with e-mail exists" as const };
  });

  router.route(contract.resetPassword, async ({ caller, body, fail, db, trace, settings }) => {
    const { project } = caller;
    const { userId } = await claimCode({ db, fail }, passwordReset, {
      projectId: project.id,
      code: body.code,
      validate: async (payload) => {
        await requireSignInAddress({ db, fail }, project, payload);
        requirePasswordAuthentication({ fail }, project);
        await requireAcceptablePassword({ settings, fail }, project, {
          password: body.password,
          email: payload.email,
        });
      },
    });
    const one = { projectId: project.id, userId };
    const passwordHash = await hashPassword(trace, body.password);
    try {
      await db.batch([
        endSessionsOf(db, one),
        ...changeUser(db, one, { passwordHash }),
        recordUser(db, "user.updated", one),
      ]);
    } catch (error) {
      // The user was deleted in this moment.
      if (violatesForeignKey(error)) return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
      throw error;
    }
    return { success: true } as const;
  });

  router.route(contract.checkResetCode, async ({ caller, body, db, fail }) => {
    await checkCode({ db, fail }, passwordReset, { projectId: caller.project.id, code: body.code });
    return { is_code_valid: true } as const;
  });

  router.route(contract.updatePassword, {
    prefetch: ({ db, projectId, userId }) => ({ password: selectPassword(db, { projectId, userId }) }),
    handle: async ({ caller, body, headers, found, fail, defer, ...tools }) => {
      const { db, trace } = tools;
      requirePasswordAuthentication({ fail }, caller.project);
      await requireAcceptablePassword({ ...tools, fail }, caller.project, {
        password: body.new_password,
        email: caller.user.primaryEmail,
      });
      const one = { projectId: caller.project.id, userId: caller.user.id };
      const from = await confirmPassword({ ...tools, defer, fail }, one, found.password[0], body.old_password);
      const refreshToken = headers["x-stack-refresh-token"];
      const exceptRefreshTokenHash = refreshToken ? await hashSecret(refreshToken) : undefined;
      const [replaced] = await db.batch([
        replaceHash(db, { ...one, from, to: await hashPassword(trace, body.new_password) }),
        endSessionsOf(db, { ...one, exceptRefreshTokenHash }),
      ]);
      if (replaced.length === 0) return fail("PASSWORD_CONFIRMATION_MISMATCH");
      return { success: true } as const;
    },
  });

  router.route(contract.setPassword, async ({ caller, body, db, trace, settings, fail }) => {
    requirePasswordAuthentication({ fail }, caller.project);
    await requireAcceptablePassword({ settings, fail }, caller.project, {
      password: body.password,
      email: caller.user.primaryEmail,
    });
    if (caller.user.hasPassword) return fail(contract.passwordAlreadySet);
    const one = { projectId: caller.project.id, userId: caller.user.id };
    const hash = await hashPassword(trace, body.password);
    const [inserted] = await db.batch([insertFirstPassword(db, { ...one, hash }), followPassword(db, one)]);
    if (inserted.length === 0) return fail(contract.passwordAlreadySet);
    return { success: true } as const;
  });
}
