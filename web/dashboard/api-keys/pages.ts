// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { apiKeysOptions } from "./queries";

export { ApiKeysPage } from "./api-keys-page";

/** What the page reads first. */
export const apiKeysReads =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [apiKeysOptions(app), configOptions(app)];
  };
