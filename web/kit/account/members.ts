import type { Caller } from "../requests/caller";
import type { ParamsOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Made } from "../rows/operation";

/** The name and image of a member in a team: the user's own where they set none for the team. */
export interface TeamMemberProfile {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
}

/** A member as other members see them. */
export interface TeamUser {
  readonly id: string;
  readonly teamProfile: TeamMemberProfile;
}

/** A member as one who manages the team sees them. A snapshot: `remove` changes the team, not the object. */
export class TeamMember {
  readonly id: string;
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
  /** The permissions that were granted to the member directly, such as `team_admin`. */
  readonly permissionIds: readonly string[];
  /** Is true if the member may change the team: by `$update_team`, granted directly or in a role. */
  readonly managesTeam: boolean;
  /** Null also where the user may not see it. */
  readonly primaryEmail: string | null;
  readonly #teamId: string;
  readonly #caller: Caller;

  /** @internal */
  constructor(member: wire.TeamMember, { caller, of }: Made<{ readonly id: string }>) {
    this.id = member.user_id;
    this.displayName = member.display_name;
    this.profileImageUrl = member.profile_image_url;
    this.permissionIds = member.permission_ids;
    this.managesTeam = member.manages_team;
    this.primaryEmail = member.primary_email;
    this.#teamId = of.id;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Ends the membership. For others than the user themself it needs `$remove_members`. */
  async remove(): Promise<void> {
    const params = { team_id: this.#teamId, user_id: this.id };
    await this.#caller.write("DELETE /team-memberships/{team_id}/{user_id}", { params });
  }
}

/** Holds what a member may change about their profile. Undefined fields stay as they are. */
export interface TeamMemberProfileUpdateOptions {
  readonly displayName?: string;
  /** Null shows the user's own image again. */
  readonly profileImageUrl?: string | null;
}

export interface TeamInviteOptions {
  readonly email: string;
  /** The page the link leads to; outside a browser it must be given. */
  readonly callbackUrl?: string;
  /** Is true if only a user who has verified the address can join by the link, instead of anyone who has it. */
  readonly forRecipientOnly?: boolean;
}

type ProfileParams = ParamsOf<"PATCH /team-member-profiles/{team_id}/{user_id}">;

/** A profile as its member changes it. */
export class EditableTeamMemberProfile implements TeamMemberProfile {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
  readonly #params: ProfileParams;
  readonly #caller: Caller;

  /** @internal */
  constructor(profile: wire.TeamMemberProfile, params: ProfileParams, caller: Caller) {
    const { displayName, profileImageUrl } = toTeamProfile(profile);
    this.displayName = displayName;
    this.profileImageUrl = profileImageUrl;
    this.#params = params;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Changes the profile in this team. The object itself is a snapshot and stays as it was. */
  async update(changes: TeamMemberProfileUpdateOptions): Promise<void> {
    const body = wireNames(changes);
    await this.#caller.write("PATCH /team-member-profiles/{team_id}/{user_id}", { params: this.#params, body });
  }
}

/** An invitation that is not accepted yet. */
export class TeamInvitation {
  readonly id: string;
  readonly recipientEmail: string | null;
  readonly expiresAt: Date;
  readonly #teamId: string;
  readonly #caller: Caller;

  /** @internal */
  constructor(invitation: wire.TeamInvitation, { caller }: Made) {
    this.id = invitation.id;
    this.recipientEmail = invitation.recipient_email;
    this.expiresAt = new Date(invitation.expires_at_millis);
    this.#teamId = invitation.team_id;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Revokes the invitation: its link stops working. */
  async revoke(): Promise<void> {
    await this.#caller.write("DELETE /team-invitations/{id}", {
      params: { id: this.id },
      query: { team_id: this.#teamId },
    });
  }
}

/** An invitation to an address that the user has verified, which is not accepted yet. */
export class ReceivedTeamInvitation {
  readonly id: string;
  readonly teamId: string;
  readonly teamDisplayName: string;
  readonly recipientEmail: string;
  readonly expiresAt: Date;
  readonly #userId: string;
  readonly #caller: Caller;

  /** @internal */
  constructor(invitation: wire.TeamInvitation, { caller, of }: Made<{ readonly address: string }>) {
    this.id = invitation.id;
    this.teamId = invitation.team_id;
    this.teamDisplayName = invitation.team_display_name;
    this.recipientEmail = invitation.recipient_email;
    this.expiresAt = new Date(invitation.expires_at_millis);
    this.#userId = of.address;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Makes the user a member of the team. @throws KnownError `VERIFICATION_CODE_NOT_FOUND` where it was revoked or accepted */
  async accept(): Promise<void> {
    await this.#caller.write("POST /team-invitations/{id}/accept", {
      params: { id: this.id },
      query: { user_id: this.#userId },
    });
  }
}

/** @internal */
export function toTeamProfile(profile: wire.TeamMemberProfile): TeamMemberProfile {
  return { displayName: profile.display_name, profileImageUrl: profile.profile_image_url };
}

/** @internal */
export function toTeamUser(profile: wire.TeamMemberProfile): TeamUser {
  return { id: profile.user_id, teamProfile: toTeamProfile(profile) };
}
