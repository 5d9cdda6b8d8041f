import type { User } from "../../../db/users/queries";
import { countRecoveryCodes } from "../../../db/users/recovery-codes/queries";
import type { AppRouter } from "../../access";
import { deferSecurityNotice } from "../../security-notices";
import { claimCode } from "../../verification-codes";
import { issueSession } from "../sessions";
import { claimTotp } from "./claim-totp";
import * as contract from "./contract";
import { replaceRecoveryCodes, useRecoveryCode } from "./recovery-codes";
import { mfaAttempt } from "./second-factor";

export function mfaRoutes(router: AppRouter): void {
  router.route(contract.signIn, async (context) => {
    const { body, fail } = context;
    const { project } = context.caller;
    let user: User | undefined;
    const { isNewUser } = await claimCode(context, mfaAttempt, {
      projectId: project.id,
      code: body.code,
      validate: async ({ userId }) => {
        user = await claimTotp(context, { projectId: project.id, userId, typed: body.totp });
      },
    });
    // The second factor was switched off meanwhile, or the user is gone: the sign-in has to start again.
    if (!user) return fail("VERIFICATION_CODE_NOT_FOUND");
    return issueSession(context, project, user, { isNewUser });
  });

  router.route(contract.signInByRecoveryCode, async (context) => {
    const { body, fail } = context;
    const { project } = context.caller;
    let user: User | undefined;
    const { isNewUser } = await claimCode(context, mfaAttempt, {
      projectId: project.id,
      code: body.code,
      validate: async ({ userId }) => {
        user = await useRecoveryCode(context, { projectId: project.id, userId, typed: body.recovery_code });
      },
    });
    if (!user) return fail("VERIFICATION_CODE_NOT_FOUND");
    const signedIn = await issueSession(context, project, user, { isNewUser });
    deferSecurityNotice(context, project, user, "recoveryCodeUsed");
    return signedIn;
  });

  router.route(contract.createRecoveryCodes, async (context) => {
    const { project, user } = context.caller;
    const codes = await replaceRecoveryCodes(context, user);
    deferSecurityNotice(context, project, user, "recoveryCodesCreated");
    return { codes };
  });

  router.route(contract.readRecoveryCodes, {
    prefetch: ({ db, projectId, userId }) => ({ codes: countRecoveryCodes(db, { projectId, userId }) }),
    handle: ({ found }) => ({ remaining: found.codes[0]?.remaining ?? 0 }),
  });
}
