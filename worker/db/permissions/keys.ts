import type { MemberKey } from "../memberships/keys";
import type { UserKey } from "../users/keys";

/** A permission granted to a member of a team. */
export interface TeamGrant extends MemberKey {
  permissionId: string;
}

/** A permission granted to a user in the whole project. */
export interface ProjectGrant extends UserKey {
  permissionId: string;
}
