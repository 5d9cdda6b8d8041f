import { normalizeEmail } from "../../protocol/fields";
import type { AppRouter } from "../access";
import { limitMailTo, mailDepsOf, requireSent, sendSystemMail } from "../emails";
import { trustedUrl } from "../projects";
import * as contract from "./contract";

export function signInInvitationRoutes(router: AppRouter): void {
  router.route(contract.sendSignInInvitation, async ({ caller: { project }, body, fail, ...tools }) => {
    const callbackUrl = trustedUrl({ ...tools, fail }, project, body.callback_url);
    const to = normalizeEmail(body.email);
    await limitMailTo({ ...tools, fail }, project, to);
    const result = await sendSystemMail(await mailDepsOf(tools, project), {
      template: "sign_in_invitation",
      to,
      variables: {
        userDisplayName: null,
        teamDisplayName: project.displayName,
        signInInvitationLink: callbackUrl,
      },
    });
    requireSent({ fail }, result);
    return { success: true as const };
  });
}
