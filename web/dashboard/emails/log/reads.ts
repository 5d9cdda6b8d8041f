import type { PageReads } from "../../shell/start-reads";
import type { LogSearch } from "./log-search";
import { loggedMailOptions, loggedMailsOptions } from "./queries";

/** What the log reads first, with the mail that is open. */
export const log =
  (projectId: string, search: LogSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [loggedMailsOptions(app, search), ...(search.mail ? [loggedMailOptions(app, search.mail)] : [])];
  };
