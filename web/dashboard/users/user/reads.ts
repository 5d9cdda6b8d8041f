import type { PageReads } from "../../shell/start-reads";
import { userOptions } from "../queries";

/** What the page reads first. */
export const user =
  (projectId: string, userId: string): PageReads =>
  ({ administer }) => [userOptions(administer(projectId), userId)];
