// The code of the section, loaded when its page is opened.

import type { PageReads } from "../shell/start-reads";
import { usageOptions } from "./queries";

export { UsagePage } from "./usage-page";

/** What the page reads first. */
export const usageReads =
  (projectId: string): PageReads =>
  ({ administer }) => [usageOptions(administer(projectId))];
