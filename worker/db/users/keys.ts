import type { Id } from "../../platform/database";

/** The key of a user's row, and of what belongs to one user. */
export interface UserKey {
  projectId: string;
  userId: string;
}

/** The same to read what belongs to the user, in a project that may be found by SQL: none then, none is read. */
export interface UserIn extends Omit<UserKey, "projectId"> {
  projectId: Id;
}
