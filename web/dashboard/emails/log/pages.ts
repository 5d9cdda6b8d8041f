// The code of the log, loaded when it is opened.

import type { PageReads } from "../../shell/start-reads";
import type { LogSearch } from "./log-search";
import { loggedEmailOptions, loggedEmailsOptions } from "./queries";

export { EmailLogPage } from "./email-log-page";

/** What the log reads first, with the email that is open. */
export const logReads =
  (projectId: string, search: LogSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [loggedEmailsOptions(app, search), ...(search.mail ? [loggedEmailOptions(app, search.mail)] : [])];
  };
