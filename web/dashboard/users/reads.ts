import type { PageReads } from "../shell/start-reads";
import { metricsOptions, userListOptions, userOptions } from "./queries";
import { listedUsers, type UserSearch } from "./user-search";

/** What the list of users reads first. */
export const userList =
  (projectId: string, search: UserSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [userListOptions(app, listedUsers(search)), metricsOptions(app)];
  };

/** What the page of a user reads first. */
export const user =
  (projectId: string, userId: string): PageReads =>
  ({ administer }) => [userOptions(administer(projectId), userId)];
