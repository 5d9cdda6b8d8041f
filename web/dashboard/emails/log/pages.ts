// The code of the log, loaded when it is opened.

import type { PageReads } from "../../shell/start-reads";
import type { LogSearch } from "./log-search";
import { loggedMailOptions, loggedMailsOptions } from "./queries";

export { EmailLogPage } from "./email-log-page";

/** What the log reads first, with the mail that is open. */
export const logReads =
  (projectId: string, search: LogSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [loggedMailsOptions(app, search), ...(search.mail ? [loggedMailOptions(app, search.mail)] : [])];
  };
