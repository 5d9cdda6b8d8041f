import type { Json } from "./json";
import type * as wire from "./wire";

/** A team as its members see it. */
export interface Team {
  readonly id: string;
  readonly displayName: string;
  readonly profileImageUrl: string | null;
  readonly clientMetadata: Json;
  /** Written by the server only. */
  readonly clientReadOnlyMetadata: Json;
}

/** A team as a trusted backend sees it. */
export interface ServerTeam extends Team {
  readonly createdAt: Date;
  /** Seen and written by the server only. */
  readonly serverMetadata: Json;
}

export interface TeamCreateOptions {
  readonly displayName: string;
  readonly profileImageUrl?: string | null;
}

export interface ServerTeamCreateOptions extends TeamCreateOptions {
  /** Becomes the first member, with the permissions of a creator; a team without one starts empty. */
  readonly creatorUserId?: string;
}

export function toTeam(team: wire.Team): Team {
  return {
    id: team.id,
    displayName: team.display_name,
    profileImageUrl: team.profile_image_url,
    clientMetadata: team.client_metadata,
    clientReadOnlyMetadata: team.client_read_only_metadata,
  };
}

export function toServerTeam(team: wire.ServerTeam): ServerTeam {
  return { ...toTeam(team), createdAt: new Date(team.created_at_millis), serverMetadata: team.server_metadata };
}
