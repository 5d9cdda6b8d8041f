import { userActor } from "../../../db/audit/actor";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { isUnknownTeam } from "../../../db/memberships/changes";
import { endSessionsOf } from "../../../db/sessions/changes";
import { advanceCredentials, areCredentialsChanged, changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import {
  endEmailedCodes,
  followPassword,
  insertFirstPassword,
  replaceHash,
  selectPassword,
} from "../../../db/users/passwords";
import { readSignInUser, selectUserBySignInEmail } from "../../../db/users/queries";
import { batchThen, isConditionRefused, violatesForeignKey } from "../../../platform/database";
import { siteOf } from "../../../platform/networks";
import { burnPasswordHash, hashPassword, verifyPassword } from "../../../platform/password-hash";
import { limitSite } from "../../../platform/rate-limits";
import { hashSecret } from "../../../platform/secrets";
import type { ShareParts } from "../../../platform/shares";
import type { Tools } from "../../../platform/tools";
import { normalizeEmail } from "../../../protocol/fields";
import type { AppRouter } from "../../access";
import { emailCountOf, limitEmailTo } from "../../emails";
import { trustedUrl } from "../../projects";
import { deferGuessNotice, deferSecurityNotice } from "../../security-notices";
import { signUpByInvitation } from "../../teams";
import { newUser, upgradeAnonymousUser } from "../../users/users";
import { checkCode, sendEmailVerification } from "../../verification-codes";
import { clearTotpGuesses, requireSecondFactor } from "../mfa";
import { deferKnownNetwork, deviceOf, type FailureReason, issueSession, noteFailedSignIn } from "../sessions";
import * as contract from "./contract";
import {
  clearPasswordGuesses,
  countPasswordChange,
  countPasswordGuess,
  countTry,
  forgetPasswordChanges,
} from "./guesses";
import { confirmPassword, requireAcceptablePassword, requirePasswordAuthentication } from "./index";
import type { ResetEmail } from "./jobs";
import { isClaim, knownOfResettable, passwordReset, requireResettable, resetByCode } from "./reset-code";

/** Returns what a guess from a new network takes of the share of costly hashes: a network a quarter, and all of them three. */
function partsOfGuess({ limits }: Pick<Tools, "limits">): ShareParts {
  if (!limits || limits.isOfServer) return {};
  return { strangers: 3 / 4, [`site ${siteOf(limits.guesser)}`]: 1 / 4 };
}

export function passwordRoutes(router: AppRouter): void {
  router.route(contract.signUp, async ({ caller, body, fail, defer, ...tools }) => {
    const { db } = tools;
    const { project } = caller;
    requirePasswordAuthentication({ fail }, project);
    const { verification_callback_url: verificationUrl } = body;
    const callbackUrl = verificationUrl && trustedUrl({ ...tools, fail }, project, verificationUrl);
    const email = normalizeEmail(body.email);
    const { invitation_code: code } = body;
    const isClosed = !project.config.auth.allowSignUp;
    const invitation =
      isClosed && project.id === "internal" && code !== undefined
        ? await signUpByInvitation(tools, project, { code, email })
        : undefined;
    if (isClosed && !invitation) return fail("SIGN_UP_NOT_ENABLED");
    await requireAcceptablePassword({ ...tools, fail }, project, { password: body.password, email });
    const fields = {
      primaryEmail: email,
      primaryEmailVerified: invitation !== undefined,
      primaryEmailAuthEnabled: true,
      passwordHash: await hashPassword({ ...tools, fail }, body.password),
    };
    const { user, statements } = caller.user?.isAnonymous
      ? upgradeAnonymousUser(db, caller.user, fields)
      : newUser(db, project, fields);
    try {
      const signedIn = await issueSession({ ...tools, fail }, project, user, {
        isNewUser: true,
        method: "password",
        deviceTokens: body.device_tokens,
        before: invitation?.(user.id, userActor(tools.sender, user.id), statements) ?? statements,
      });
      if (callbackUrl && !invitation) {
        const count = emailCountOf(tools.limits, "stranger");
        defer(() => sendEmailVerification(tools, project, { user, email, callbackUrl, count }));
      }
      deferKnownNetwork({ ...tools, defer }, project, user, { isFirst: true });
      return signedIn;
    } catch (error) {
      // The invitation was used up, revoked, or its team deleted since.
      if (invitation && (isConditionRefused(error) || isUnknownTeam(error))) return fail("SIGN_UP_NOT_ENABLED");
      if (!isSignInEmailTaken(error)) throw error;
      return fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: false });
    }
  });

  router.route(contract.signIn, {
    prefetch: ({ db, projectId, body }) => ({
      account: selectUserBySignInEmail(db, { projectId, email: normalizeEmail(body.email), unreserved: true }),
    }),
    begin: ({ project, ...context }) =>
      project.config.auth.password.allowSignIn ? countTry(context, project, context.body.email) : undefined,
    handle: async ({ caller, body, found, begun, fail, defer, ...tools }) => {
      const { db } = tools;
      const { project } = caller;
      const [row] = found.account;
      const note = (reason: unknown) => {
        if (row) noteFailedSignIn({ ...tools, defer }, project, { user: row.user, method: "password", reason });
      };
      const refuse = (reason: FailureReason) => {
        note(reason);
        return fail("EMAIL_PASSWORD_MISMATCH");
      };
      if (!project.config.auth.password.allowSignIn) note("method_off");
      requirePasswordAuthentication({ fail }, project);
      const device = await deviceOf(tools, row?.user, body.device_tokens);
      const guess = await countPasswordGuess({ ...tools, fail }, project, {
        tried: begun ?? countTry({ ...tools, fail }, project, body.email),
        account: row?.user ?? { address: normalizeEmail(body.email) },
        device,
      }).catch((error: unknown) => {
        note(error);
        throw error;
      });
      const stored = guess.isLocked ? null : (row?.passwordHash ?? null);
      if (!row || stored === null) {
        // A lock responds as to a wrong password, as late too: it may have come by another address of the user, which must not show.
        await guess.whileChecked(burnPasswordHash({ ...tools, fail }, body.password));
        return refuse(guess.isLocked ? "locked" : "no_password");
      }
      const { user } = readSignInUser(row);
      const isKnown = guess.isKnown || device !== undefined;
      const checked = verifyPassword(
        { ...tools, fail },
        project,
        stored,
        body.password,
        isKnown ? {} : partsOfGuess(tools),
      );
      const { valid, needsRehash } = await guess.whileChecked(checked);
      if (!valid) {
        if (guess.locks) deferGuessNotice({ ...tools, defer }, project, user);
        return refuse("wrong_password");
      }
      if (user.suspendedAt !== null) note("suspended");
      // Who lacks the second factor may have the password by theft.
      defer(() => guess.succeed(!user.requiresTotpMfa && user.suspendedAt === null));
      if (needsRehash) {
        defer(async () => {
          const to = await hashPassword({ ...tools, fail }, body.password);
          await db.batch([replaceHash(db, { projectId: project.id, userId: user.id, from: stored, to })]);
        });
      }
      await requireSecondFactor({ ...tools, fail }, project, user, { isNewUser: false });
      return issueSession({ ...tools, fail }, project, user, {
        isNewUser: false,
        method: "password",
        deviceTokens: body.device_tokens,
      });
    },
  });

  router.route(contract.sendResetCode, async ({ caller, body, fail, defer, ...tools }) => {
    const { project } = caller;
    requirePasswordAuthentication({ fail }, project);
    const callbackUrl = trustedUrl({ ...tools, fail }, project, body.callback_url);
    const email = normalizeEmail(body.email);
    await limitSite({ ...tools, fail }, "reset");
    const count = await limitEmailTo({ ...tools, fail }, project, email, "user", {
      knownOf: () => knownOfResettable(tools, project, { email, deviceTokens: body.device_tokens }),
    });
    const message: ResetEmail = {
      projectId: project.id,
      email,
      callbackUrl,
      site: count?.site,
      visitorSite: count?.visitorSite,
      parts: count?.parts,
    };
    // The query for the address runs in the queue, so that its duration does not reveal the result.
    defer(() => tools.resetEmails.send(message));
    return { success: "maybe, only if user with e-mail exists" as const };
  });

  router.route(contract.resetPassword, async (context) => {
    const { caller, body, fail, db, limits, settings } = context;
    const { project } = caller;
    const { code } = body;
    const payload = await checkCode({ db, fail }, passwordReset, { projectId: project.id, code });
    const { email } = payload;
    const found = await requireResettable({ db, fail }, project, { code, payload });
    requirePasswordAuthentication({ fail }, project);
    await requireAcceptablePassword({ settings, fail }, project, { password: body.password, email });
    const passwordHash = await hashPassword(context, body.password);
    const reset = await resetByCode(context, project, { code, payload, resettable: found, passwordHash });
    const { user } = reset;
    await clearPasswordGuesses({ limits }, project, { userId: user.id, emails: [email] });
    await forgetPasswordChanges({ limits }, project, user.id);
    await clearTotpGuesses({ limits }, { projectId: project.id, userId: user.id });
    // Who set the account up may have been another person, until somebody who has proven the address holds it.
    const isFirst = isClaim(reset);
    deferKnownNetwork(context, project, user, { isFirst });
    const owner = isFirst ? { ...user, primaryEmail: email, primaryEmailVerified: true } : user;
    deferSecurityNotice(context, project, owner, isFirst ? "accountClaimed" : "passwordChanged");
    return { success: true } as const;
  });

  router.route(contract.checkResetCode, async ({ caller, body, db, fail }) => {
    const { email } = await checkCode({ db, fail }, passwordReset, { projectId: caller.project.id, code: body.code });
    return { is_code_valid: true as const, ...(body.with_recipient && { recipient_email: email }) };
  });

  router.route(contract.updatePassword, {
    prefetch: ({ db, projectId, userId }) => ({ password: selectPassword(db, { projectId, userId }) }),
    handle: async ({ caller, body, headers, found, fail, defer, ...tools }) => {
      const { db } = tools;
      requirePasswordAuthentication({ fail }, caller.project);
      await requireAcceptablePassword({ ...tools, fail }, caller.project, {
        password: body.new_password,
        email: caller.user.primaryEmail,
      });
      const one = { projectId: caller.project.id, userId: caller.user.id };
      await confirmPassword(
        { ...tools, defer, fail },
        caller.project,
        one.userId,
        found.password[0],
        body.old_password,
      );
      await countPasswordChange({ ...tools, fail }, caller.project, one.userId);
      const refreshToken = headers["x-stack-refresh-token"];
      const exceptRefreshTokenHash = refreshToken ? await hashSecret(refreshToken) : undefined;
      const passwordHash = await hashPassword({ ...tools, fail }, body.new_password);
      try {
        await batchThen(
          db,
          [
            ...changeUser(db, one, { passwordHash }, { from: caller.user.credentialVersion }),
            recordAudit(db, caller.project, caller.actor, {
              type: "password.changed",
              target: { type: "user", id: one.userId },
            }),
          ],
          endSessionsOf(db, { ...one, exceptRefreshTokenHash }),
        );
      } catch (error) {
        // What was compared is not the password any more.
        if (!areCredentialsChanged(error) && !violatesForeignKey(error)) throw error;
        return fail("PASSWORD_CONFIRMATION_MISMATCH", undefined, { cause: error });
      }
      deferSecurityNotice({ ...tools, defer }, caller.project, caller.user, "passwordChanged");
      return { success: true } as const;
    },
  });

  router.route(contract.setPassword, async (context) => {
    const { caller, body, db, settings, fail } = context;
    requirePasswordAuthentication({ fail }, caller.project);
    await requireAcceptablePassword({ settings, fail }, caller.project, {
      password: body.password,
      email: caller.user.primaryEmail,
    });
    if (caller.user.hasPassword) return fail(contract.passwordAlreadySet);
    const one = { projectId: caller.project.id, userId: caller.user.id };
    const hash = await hashPassword(context, body.password);
    const target = { type: "user", id: one.userId };
    const [inserted] = await db.batch([
      insertFirstPassword(db, { ...one, hash }),
      recordAudit(db, caller.project, caller.actor, { type: "password.set", target }, ifChanged),
      followPassword(db, one),
      advanceCredentials(db, one),
      endEmailedCodes(db, one),
    ]);
    if (inserted.length === 0) return fail(contract.passwordAlreadySet);
    deferSecurityNotice(context, caller.project, caller.user, "passwordSet");
    return { success: true } as const;
  });
}
