import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { apiKeysOptions } from "./queries";

/** What the page reads first. */
export const apiKeys =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [apiKeysOptions(app), configOptions(app)];
  };
