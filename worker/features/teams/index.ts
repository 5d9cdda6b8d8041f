import type * as z from "zod";
import type { ActorInSql } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import type { ConfiguredProject } from "../../db/projects/project";
import { insertTeam } from "../../db/teams/changes";
import { recordTeam } from "../../db/teams/events";
import type { Team } from "../../db/teams/queries";
import type { Database, Statement } from "../../platform/database";
import { lazyModule } from "../../platform/lazy-module";
import { newId } from "../../platform/secrets";
import type { ServerTeam } from "./contract";
import type * as invitations from "./invitations/owners";
import { joinTeam } from "./memberships";

export { endInvitationsBy } from "./invitation-codes";
export { requireMembership, requireTeamPermission } from "./memberships";

const owners = lazyModule(() => import("./invitations/owners"));

/** Does what the function of the module does, which is loaded for few sign-ups: those where sign-up is closed. */
export const signUpByInvitation: typeof invitations.signUpByInvitation = async (...given) =>
  (await owners()).signUpByInvitation(...given);

/** Holds what a new team is made of: a name, and any other columns that are to have a value. */
type NewTeamFields = Partial<Omit<Team, "projectId" | "id" | "createdAt" | "creatorUserId">> & {
  /** Is given where it was made up before. */
  id?: string;
  displayName: string;
  creatorUserId?: string | undefined;
  /** Says who makes the team, for the audit log. A sign-up that makes one is in the log itself. */
  by?: ActorInSql | undefined;
};

/**
 * A new team, and the statements that make it. A creator becomes its first member and is granted what the project gives
 * to creators. When there is no such user the statements fail as `isUnknownMember` recognises.
 */
export function newTeam(
  db: Database,
  project: ConfiguredProject,
  { creatorUserId: userId, by, ...fields }: NewTeamFields,
): { team: Team; statements: [Statement, ...Statement[]] } {
  const team: Team = {
    projectId: project.id,
    id: newId(),
    profileImageUrl: null,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    ...fields,
    createdAt: Date.now(),
    creatorUserId: userId ?? null,
  };
  const joining = userId ? joinTeam(db, project, { teamId: team.id, userId, as: "creator", by }) : [];
  const created = recordTeam(db, "team.created", { projectId: project.id, teamId: team.id });
  const event = {
    type: "team.created",
    target: { type: "team", id: team.id },
    details: { creator_user_id: userId ?? null },
  } as const;
  const recorded = by ? [recordAudit(db, project, by, event)] : [];
  return { team, statements: [insertTeam(db, team), ...joining, created, ...recorded] };
}

/** A team on the wire, with every field; the caller's tier cuts it down. */
export function toTeam(team: Team): z.input<typeof ServerTeam> {
  return {
    id: team.id,
    display_name: team.displayName,
    profile_image_url: team.profileImageUrl,
    client_metadata: team.clientMetadata,
    client_read_only_metadata: team.clientReadOnlyMetadata,
    server_metadata: team.serverMetadata,
    created_at_millis: team.createdAt,
  };
}
