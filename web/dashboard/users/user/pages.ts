// The code of the page of a user, loaded when it is opened.

import type { PageReads } from "../../shell/start-reads";
import { userOptions } from "../queries";

export { UserPage } from "./user-page";

/** What the page reads first. */
export const userReads =
  (projectId: string, userId: string): PageReads =>
  ({ administer }) => [userOptions(administer(projectId), userId)];
