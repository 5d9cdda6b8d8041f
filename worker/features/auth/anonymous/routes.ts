import type { AppRouter } from "../../access";
import { newUser } from "../../users/users";
import { issueSession } from "../sessions";
import * as contract from "./contract";

export function anonymousRoutes(router: AppRouter): void {
  router.route(contract.signUpAnonymously, (context) => {
    const { project } = context.caller;
    if (!project.config.auth.anonymous.allowSignUp) return context.fail("ANONYMOUS_ACCOUNTS_NOT_ENABLED");
    const { user, statements } = newUser(context.db, project, { isAnonymous: true });
    return issueSession(context, project, user, { isNewUser: true, method: "anonymous", before: statements });
  });
}
