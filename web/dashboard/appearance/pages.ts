// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";

export { AppearancePage } from "./appearance-page";

/** What the page reads first. */
export const appearanceReads =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
