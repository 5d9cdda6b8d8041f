import { recordAudit } from "../../db/audit/changes";
import { normalizeEmail } from "../../protocol/fields";
import type { AppRouter } from "../access";
import { emailDepsOf, limitEmailTo, requireSent, sendSystemEmail } from "../emails";
import { trustedUrl } from "../projects";
import * as contract from "./contract";

export function signInInvitationRoutes(router: AppRouter): void {
  router.route(contract.sendSignInInvitation, async ({ caller: { project, actor }, body, fail, ...tools }) => {
    const callbackUrl = trustedUrl({ ...tools, fail }, project, body.callback_url);
    const to = normalizeEmail(body.email);
    const count = await limitEmailTo({ ...tools, fail }, project, to, "project");
    const result = await sendSystemEmail(await emailDepsOf(tools, project), {
      template: "sign_in_invitation",
      to,
      count,
      variables: {
        userDisplayName: null,
        teamDisplayName: project.displayName,
        signInInvitationLink: callbackUrl,
      },
    });
    requireSent({ fail }, result);
    // To whom it was sent is in the project's log of emails.
    await tools.db.batch([recordAudit(tools.db, project, actor, { type: "sign_in_invitation.sent" })]);
    return { success: true as const };
  });
}
