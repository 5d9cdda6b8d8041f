import { metricsOptions } from "../metrics/queries";
import type { PageReads } from "../shell/start-reads";
import { userListOptions } from "./queries";
import { listedUsers, type UserSearch } from "./user-search";

/** What the list of users reads first. */
export const userList =
  (projectId: string, search: UserSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [userListOptions(app, listedUsers(search)), metricsOptions(app)];
  };
