import type { UserKey } from "../../../db/keys";
import type { Project } from "../../../db/projects/project";
import { isSignInAccountTaken } from "../../../db/users/oauth-links";
import type { User } from "../../../db/users/queries";
import { countRecoveryCodes } from "../../../db/users/recovery-codes";
import { isConditionRefused } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import type { AppRouter } from "../../access";
import { deferSecurityNotice } from "../../security-notices";
import { claimCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { deferKnownNetwork, issueSession, type NewSession, noting } from "../sessions";
import * as contract from "./contract";
import { claimTotp, linkStatements, mfaAttempt } from "./index";
import { replaceRecoveryCodes, useRecoveryCode } from "./recovery-codes";

export function mfaRoutes(router: AppRouter): void {
  router.route(contract.signIn, async (context) => {
    const { totp: typed, device_tokens: deviceTokens } = context.body;
    const claim = (one: UserKey) => claimTotp(context, { ...one, typed, deviceTokens });
    const attempt = await claimAttempt(context, "totp", claim);
    return signInLinking(context, context.caller.project, attempt, { method: "totp", deviceTokens });
  });

  router.route(contract.signInByRecoveryCode, async (context) => {
    const { project } = context.caller;
    const { recovery_code: typed, device_tokens: deviceTokens } = context.body;
    const use = (one: UserKey) => useRecoveryCode(context, { ...one, typed });
    const attempt = await claimAttempt(context, "recovery_code", use);
    const signedIn = await signInLinking(context, project, attempt, { method: "recovery_code", deviceTokens });
    deferSecurityNotice(context, project, attempt.user, "recoveryCodeUsed");
    return signedIn;
  });

  router.route(contract.createRecoveryCodes, async (context) => {
    const { project, user } = context.caller;
    const codes = await replaceRecoveryCodes(context, project, user);
    deferSecurityNotice(context, project, user, "recoveryCodesCreated");
    return { codes };
  });

  router.route(contract.readRecoveryCodes, {
    prefetch: ({ db, projectId, userId }) => ({ codes: countRecoveryCodes(db, { projectId, userId }) }),
    handle: ({ found }) => ({ remaining: found.codes[0]?.remaining ?? 0 }),
  });
}

/** An attempt whose second factor was shown. */
interface Attempt {
  user: User;
  isNewUser: boolean;
  sealedLink?: string | undefined;
}

/**
 * Signs in the user of an attempt, and links the account at a provider that was its first factor. Where that account cannot be
 * linked by now, it signs in without.
 */
async function signInLinking(
  tools: Parameters<typeof issueSession>[0] & Parameters<typeof deferSecurityNotice>[0],
  project: Project,
  { user, isNewUser, sealedLink }: Attempt,
  shown: Pick<NewSession, "method" | "deviceTokens">,
): Promise<Awaited<ReturnType<typeof issueSession>>> {
  const before = await linkStatements(tools, project, user.id, sealedLink);
  try {
    const signedIn = await issueSession(tools, project, user, { ...shown, isNewUser, before });
    if (before.length > 0) deferSecurityNotice(tools, project, user, "accountLinked");
    return signedIn;
  } catch (error) {
    if (!isSignInAccountTaken(error) && !isConditionRefused(error)) throw error;
    return issueSession(tools, project, user, { ...shown, isNewUser });
  }
}

/** Uses an attempt up once its user has shown the second factor. */
async function claimAttempt(
  request: Pick<Tools, "db" | "limits" | "sender"> &
    Deferring &
    Failing<VerificationCodeError> & { caller: { project: Project }; body: { code: string } },
  method: "totp" | "recovery_code",
  claimFactor: (user: UserKey) => Promise<User | undefined>,
): Promise<Attempt> {
  const { caller, body, fail } = request;
  const projectId = caller.project.id;
  let user: User | undefined;
  const { isNewUser, sealedLink } = await claimCode(request, mfaAttempt, {
    projectId,
    code: body.code,
    validate: async ({ userId }) => {
      const work = () => claimFactor({ projectId, userId });
      user = await noting(request, caller.project, method, { whose: () => ({ id: userId }), work });
    },
  });
  // The second factor was switched off meanwhile, or the user is gone: the sign-in has to start again.
  if (!user) return fail("VERIFICATION_CODE_NOT_FOUND");
  deferKnownNetwork(request, caller.project, user);
  return { user, isNewUser, sealedLink };
}
