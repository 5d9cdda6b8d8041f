import type { TeamKey } from "../teams/keys";
import type { UserKey } from "../users/keys";

/** A user's place in a team, whether or not there is such a user, team or membership. */
export interface MemberKey extends TeamKey, UserKey {}
