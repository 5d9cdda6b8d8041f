import type { PageReads } from "../shell/start-reads";
import { usageOptions } from "./queries";

/** What the page reads first. */
export const usage =
  (projectId: string): PageReads =>
  ({ administer }) => [usageOptions(administer(projectId))];
