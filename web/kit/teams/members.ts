import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import { path, withQuery } from "../requests/path";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { TeamInviteOptions } from "./team";

/** How a member shows themself in a team: their own name and image, where they set none for the team. */
export interface TeamMemberProfile {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
}

/** A member as other members see them. */
export interface TeamUser {
  readonly id: string;
  readonly teamProfile: TeamMemberProfile;
}

/** What a member may change about their profile. Undefined fields stay as they are. */
export interface TeamMemberProfileUpdateOptions {
  readonly displayName?: string;
  /** Null shows the user's own image again. */
  readonly profileImageUrl?: string | null;
}

/** A profile in the hands of the member whose it is. */
export class EditableTeamMemberProfile implements TeamMemberProfile {
  readonly displayName: string | null;
  readonly profileImageUrl: string | null;
  readonly #path: string;
  readonly #caller: Caller;

  constructor(profile: wire.TeamMemberProfile, profilePath: string, caller: Caller) {
    const { displayName, profileImageUrl } = toTeamProfile(profile);
    this.displayName = displayName;
    this.profileImageUrl = profileImageUrl;
    this.#path = profilePath;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Changes how the member shows themself in this team. The object itself is a snapshot and stays as it was. */
  async update(changes: TeamMemberProfileUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH", this.#path, wireNames(changes), ["team-members"]);
  }
}

/** An invitation that nobody has accepted yet. */
export class TeamInvitation {
  readonly id: string;
  readonly recipientEmail: string | null;
  readonly expiresAt: Date;
  readonly #teamId: string;
  readonly #caller: Caller;

  constructor(invitation: wire.TeamInvitation, caller: Caller) {
    this.id = invitation.id;
    this.recipientEmail = invitation.recipient_email;
    this.expiresAt = new Date(invitation.expires_at_millis);
    this.#teamId = invitation.team_id;
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Takes the invitation back: its link leads nowhere any more. */
  async revoke(): Promise<void> {
    const invitationPath = withQuery(path`/team-invitations/${this.id}`, { team_id: this.#teamId });
    await this.#caller.write("DELETE", invitationPath, undefined, ["team-invitations"]);
  }
}

export function toTeamProfile(profile: wire.TeamMemberProfile): TeamMemberProfile {
  return { displayName: profile.display_name, profileImageUrl: profile.profile_image_url };
}

export async function inviteUser(
  teamId: string,
  { email, callbackUrl }: TeamInviteOptions,
  caller: Caller,
  { redirects }: Connection,
): Promise<void> {
  const callback_url = redirects.callbackUrl(callbackUrl, "teamInvitation", "callbackUrl");
  const body = { team_id: teamId, email, callback_url };
  await caller.write("POST", "/team-invitations/send-code", body, ["team-invitations"]);
}

export async function listInvitations(teamId: string, caller: Caller): Promise<TeamInvitation[]> {
  const { items } = await caller.read<wire.List<wire.TeamInvitation>>(
    withQuery("/team-invitations", { team_id: teamId }),
  );
  return items.map((invitation) => new TeamInvitation(invitation, caller));
}

export async function listUsers(teamId: string, caller: Caller): Promise<TeamUser[]> {
  const { items } = await caller.read<wire.List<wire.TeamMemberProfile>>(profilesOf(teamId));
  return items.map((profile) => ({ id: profile.user_id, teamProfile: toTeamProfile(profile) }));
}

/** The path of a team's profiles. */
export function profilesOf(teamId: string): string {
  return withQuery("/team-member-profiles", { team_id: teamId });
}

/** @param user the user's id, or `me` */
export async function readProfile(teamId: string, user: string, caller: Caller): Promise<EditableTeamMemberProfile> {
  const profilePath = path`/team-member-profiles/${teamId}/${user}`;
  return new EditableTeamMemberProfile(await caller.read(profilePath), profilePath, caller);
}
