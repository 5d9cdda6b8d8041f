import type { SQL } from "drizzle-orm";
import type { Database, Results } from "../../platform/database";
import { selectProject } from "../projects/queries";
import { selectOwnSession } from "../sessions/queries";
import { selectLinkOf } from "../users/oauth-links";
import { selectFoundUser, selectUserBySignInAccount, selectUserBySignInEmail } from "../users/queries";
import { columnOfCode, type PresentedCode, selectCode } from "./queries";

/** Holds what the user of a flow is looked up by: values, or subselects of them. */
interface ResolutionKeys {
  projectId: string;
  providerConfigId: string | SQL;
  accountId: string | SQL;
  email: string | SQL | null;
  /** The user who began the flow, and their session. */
  userId: string | SQL | null;
  sessionId: string | SQL | null;
}

/** The statements that find all that can become of an account which has come from a provider. */
export function resolutionQueries(db: Database, { email, userId, sessionId, ...account }: ResolutionKeys) {
  const { projectId } = account;
  const isPresent = userId !== null && sessionId !== null;
  return {
    owner: selectUserBySignInAccount(db, account),
    holder: email === null ? undefined : selectUserBySignInEmail(db, { projectId, email }),
    user: userId === null ? undefined : selectFoundUser(db, { projectId, userId }),
    session: isPresent ? selectOwnSession(db, { projectId, userId, sessionId }) : undefined,
    link: userId === null ? undefined : selectLinkOf(db, { ...account, userId }),
  };
}

export type ResolutionRows = Partial<Results<ReturnType<typeof resolutionQueries>>>;

/** The statements that find a code, its project, and what `resolutionQueries` finds for it. */
export function redemptionQueries(db: Database, presented: PresentedCode) {
  const { projectId } = presented;
  const column = (name: Parameters<typeof columnOfCode>[2]) => columnOfCode(db, presented, name);
  return {
    code: selectCode(db, presented),
    project: selectProject(db, { projectId }),
    ...resolutionQueries(db, {
      projectId,
      providerConfigId: column("providerId"),
      accountId: column("accountId"),
      email: column("email"),
      userId: column("userId"),
      sessionId: column("sessionId"),
    }),
  };
}

export type RedemptionRows = Partial<Results<ReturnType<typeof redemptionQueries>>>;
