import type { PageReads } from "../shell/start-reads";
import { userOptions, userPageOptions } from "./queries";
import { pageRequestOf, type UserSearch } from "./user-search";

/** What the list of users reads first. */
export const userList =
  (projectId: string, search: UserSearch): PageReads =>
  ({ administer }) => [userPageOptions(administer(projectId), pageRequestOf(search))];

/** What the page of a user reads first. */
export const user =
  (projectId: string, userId: string): PageReads =>
  ({ administer }) => [userOptions(administer(projectId), userId)];
