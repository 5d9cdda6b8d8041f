import type { User } from "../../../db/users/queries";
import type { AppRouter } from "../../access";
import { claimCode } from "../../verification-codes";
import { issueSession } from "../sessions";
import { claimTotp } from "./claim-totp";
import * as contract from "./contract";
import { mfaAttempt } from "./second-factor";

export function mfaRoutes(router: AppRouter): void {
  router.route(contract.signIn, async ({ caller: { project }, body, fail, ...tools }) => {
    let user: User | undefined;
    const { isNewUser } = await claimCode(tools.db, mfaAttempt, {
      projectId: project.id,
      code: body.code,
      validate: async ({ userId }) => {
        user = await claimTotp(tools, { projectId: project.id, userId, typed: body.totp });
      },
    });
    // The second factor was switched off meanwhile, or the user is gone: the sign-in has to start again.
    if (!user) return fail("VERIFICATION_CODE_NOT_FOUND");
    return issueSession(tools, project, user, { isNewUser });
  });
}
