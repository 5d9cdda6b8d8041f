// The code of the section, loaded when its page is opened.

import { apiKeysOptions } from "../api-keys/queries";
import { metricsOptions } from "../metrics/queries";
import type { PageReads } from "../shell/start-reads";
import { emailRecipientsOptions, firstUserOptions } from "./queries";

export { OverviewPage } from "./overview-page";

/** What the page reads first. */
export const overviewReads =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [apiKeysOptions(app), firstUserOptions(app), emailRecipientsOptions(app), metricsOptions(app)];
  };
