import type { UserKey } from "../../../db/keys";
import type { Project } from "../../../db/projects/project";
import type { User } from "../../../db/users/queries";
import { countRecoveryCodes } from "../../../db/users/recovery-codes/queries";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import type { AppRouter } from "../../access";
import { deferSecurityNotice } from "../../security-notices";
import { claimCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { deferKnownNetwork, issueSession, noting } from "../sessions";
import { claimTotp } from "./claim-totp";
import * as contract from "./contract";
import { replaceRecoveryCodes, useRecoveryCode } from "./recovery-codes";
import { mfaAttempt } from "./second-factor";

export function mfaRoutes(router: AppRouter): void {
  router.route(contract.signIn, async (context) => {
    const { totp: typed, device_tokens: deviceTokens } = context.body;
    const claim = (one: UserKey) => claimTotp(context, { ...one, typed, deviceTokens });
    const { user, isNewUser } = await claimAttempt(context, "totp", claim);
    return issueSession(context, context.caller.project, user, { isNewUser, method: "totp", deviceTokens });
  });

  router.route(contract.signInByRecoveryCode, async (context) => {
    const { project } = context.caller;
    const { recovery_code: typed, device_tokens: deviceTokens } = context.body;
    const use = (one: UserKey) => useRecoveryCode(context, { ...one, typed });
    const { user, isNewUser } = await claimAttempt(context, "recovery_code", use);
    const signedIn = await issueSession(context, project, user, {
      isNewUser,
      method: "recovery_code",
      deviceTokens,
    });
    deferSecurityNotice(context, project, user, "recoveryCodeUsed");
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

/** Uses an attempt up once its user has shown the second factor. */
async function claimAttempt(
  request: Pick<Tools, "db" | "limits" | "sender"> &
    Deferring &
    Failing<VerificationCodeError> & { caller: { project: Project }; body: { code: string } },
  method: "totp" | "recovery_code",
  claimFactor: (user: UserKey) => Promise<User | undefined>,
): Promise<{ user: User; isNewUser: boolean }> {
  const { caller, body, fail } = request;
  const projectId = caller.project.id;
  let user: User | undefined;
  const { isNewUser } = await claimCode(request, mfaAttempt, {
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
  return { user, isNewUser };
}
