import type { AppRouter } from "../../access";
import { newUser } from "../../users/users";
import { issueSession } from "../sessions";
import * as contract from "./contract";

export function anonymousRoutes(router: AppRouter): void {
  router.route(contract.signUpAnonymously, ({ caller: { project }, ...tools }) => {
    const { user, statements } = newUser(tools.db, project, { isAnonymous: true });
    return issueSession(tools, project, user, { isNewUser: true, before: statements });
  });
}
