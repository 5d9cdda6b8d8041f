// The code of the section, loaded when its list is opened.

import { metricsOptions } from "../metrics/queries";
import type { PageReads } from "../shell/start-reads";
import { userListOptions } from "./queries";
import { listedUsers, type UserSearch } from "./user-search";

export { UsersPage } from "./users-page";

/** What the list of users reads first. */
export const userListReads =
  (projectId: string, search: UserSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [userListOptions(app, listedUsers(search)), metricsOptions(app)];
  };
