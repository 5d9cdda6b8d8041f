import type { Id } from "../platform/database";

/** The key of a user's row, and of what belongs to one user. */
export interface UserKey {
  projectId: string;
  userId: string;
}

/** The same to read what belongs to the user, in a project that may be found by SQL: none then, none is read. */
export interface UserIn extends Omit<UserKey, "projectId"> {
  projectId: Id;
}

/** The key of a team's row. */
export interface TeamKey {
  projectId: string;
  teamId: string;
}

/** A user's place in a team, whether or not there is such a user, team or membership. */
export interface MemberKey extends TeamKey, UserKey {}

/** A permission granted to a member of a team. */
export interface TeamGrant extends MemberKey {
  permissionId: string;
}

/** A permission granted to a user in the whole project. */
export interface ProjectGrant extends UserKey {
  permissionId: string;
}
