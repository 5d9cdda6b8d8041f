import type { Tools } from "../../../platform/tools";
import { isOfficialFrom } from "../../../protocol/official-clients";
import type { AppRouter } from "../../access";
import { newUser } from "../../users/users";
import { issueSession } from "../sessions";
import * as contract from "./contract";

export function anonymousRoutes(router: AppRouter): void {
  router.route(contract.signUpAnonymously, (context) => {
    const { project } = context.caller;
    const { allowSignUp, allowTelemetryClients } = project.config.auth.anonymous;
    if (!allowSignUp || (isTelemetryClient(context) && !allowTelemetryClients)) {
      return context.fail("ANONYMOUS_ACCOUNTS_NOT_ENABLED");
    }
    const { user, statements } = newUser(context.db, project, { isAnonymous: true });
    return issueSession(context, project, user, { isNewUser: true, method: "anonymous", before: statements });
  });
}

/** Tells whether a browser sent the request with a client that signs visitors up to report what they do. */
function isTelemetryClient({ client, endUserAgent }: Pick<Tools, "client" | "endUserAgent">): boolean {
  return endUserAgent !== null && isOfficialFrom("2.8.77", client.version);
}
