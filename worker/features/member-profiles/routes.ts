import type * as z from "zod";
import { updateProfile } from "../../db/memberships/changes";
import { type MemberProfile, readProfile, selectProfiles, selectUserInTeam } from "../../db/memberships/queries";
import { selectStanding } from "../../db/permissions/queries";
import { selectTeam } from "../../db/teams/queries";
import { selectUser } from "../../db/users/queries";
import { batchThen } from "../../platform/database";
import { fail } from "../../protocol/fail";
import { PlainError } from "../../protocol/plain-error";
import type { AppRouter, Caller } from "../access";
import { storedImageUrl } from "../images";
import { requireMember, requireMembership, requireTeamPermission, type Standing } from "../teams/memberships";
import { toUser } from "../users/users";
import * as contract from "./contract";

/** The list of a whole project is one response; beyond this length it must be asked for by team or by user. */
const longestList = 10_000;

export function memberProfileRoutes(router: AppRouter) {
  router.route(contract.listProfiles, {
    prefetch: ({ db, projectId, userId = "", query: { team_id: teamId = "", user_id: memberId = "" } }) => ({
      standing: selectStanding(db, { projectId, teamId, userId }),
      team: selectTeam(db, { projectId, teamId }),
      user: selectUser(db, { projectId, userId: memberId }),
    }),
    handle: async ({ db, caller, query: { team_id: teamId, user_id: userId }, found, fail }) => {
      if (caller.tier === "client") {
        requireVisible(caller, { teamId, userId }, found.standing);
      } else {
        if (teamId && found.team.length === 0) return fail("TEAM_NOT_FOUND", { team_id: teamId });
        if (userId && found.user.length === 0) return fail("USER_NOT_FOUND");
      }
      // Read only once the caller is known to be one who may see them.
      const limit = teamId || userId ? undefined : longestList + 1;
      const [rows] = await db.batch([selectProfiles(db, { projectId: caller.project.id, teamId, userId, limit })]);
      if (limit && rows.length === limit) {
        throw new PlainError(
          400,
          `The project has more than ${longestList} team memberships. Please give a team_id or a user_id.`,
        );
      }
      return { items: rows.map(readProfile).map(toProfile), is_paginated: false as const };
    },
  });

  router.route(contract.readProfile, {
    prefetch: ({ db, projectId, userId = "", params: { team_id: teamId, user_id: memberId } }) => ({
      standing: selectStanding(db, { projectId, teamId, userId }),
      member: selectUserInTeam(db, { projectId, teamId, userId: memberId }),
      profiles: selectProfiles(db, { projectId, teamId, userId: memberId }),
    }),
    handle: ({ caller, params: { team_id: teamId, user_id: userId }, found }) => {
      if (caller.tier === "client") {
        const own = ownUser(caller);
        if (own.id !== userId) {
          requireTeamPermission(caller.project, { teamId, userId: own.id }, "$read_members", found.standing);
        }
      }
      requireMember({ teamId, userId }, found.member);
      return onlyProfile({ teamId, userId }, found.profiles);
    },
  });

  router.route(contract.updateProfile, {
    prefetch: ({ db, projectId, params: { team_id: teamId, user_id: userId } }) => ({
      member: selectUserInTeam(db, { projectId, teamId, userId }),
    }),
    handle: async ({ caller, params: { team_id: teamId, user_id: userId }, body, found, ...tools }) => {
      if (caller.tier === "client" && ownUser(caller).id !== userId) {
        throw new PlainError(403, "Cannot update another user's profile");
      }
      requireMember({ teamId, userId }, found.member);
      const member = { projectId: caller.project.id, teamId, userId };
      const set = {
        ...(body.display_name !== undefined && { displayName: body.display_name }),
        ...(body.profile_image_url !== undefined && {
          profileImageUrl: await storedImageUrl({ ...tools, fail }, body.profile_image_url),
        }),
      };
      const { db } = tools;
      const changes = Object.keys(set).length > 0 ? [updateProfile(db, { ...member, set })] : [];
      return onlyProfile(member, await batchThen(db, changes, selectProfiles(db, member)));
    },
  });
}

function ownUser({ user }: Caller): NonNullable<Caller["user"]> {
  return user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
}

/** Which profiles a client may list: its own in its teams and, with `$read_members`, those of other members. */
function requireVisible(
  caller: Caller,
  { teamId, userId }: { teamId: string | undefined; userId: string | undefined },
  standing: Standing,
): void {
  const own = ownUser(caller);
  if (!teamId) throw new PlainError(400, "team_id is required for access type client");
  const member = { teamId, userId: own.id };
  if (userId === own.id) requireMembership(member, standing);
  else requireTeamPermission(caller.project, member, "$read_members", standing);
}

type FoundProfiles = Awaited<ReturnType<typeof selectProfiles>>;

/** The profile of a member who was there a moment ago. @throws TEAM_MEMBERSHIP_NOT_FOUND when they have left since */
function onlyProfile({ teamId, userId }: { teamId: string; userId: string }, [row]: FoundProfiles) {
  return toProfile(readProfile(row ?? fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId })));
}

function toProfile({ membership, user }: MemberProfile): z.input<typeof contract.ServerMemberProfile> {
  return {
    team_id: membership.teamId,
    user_id: membership.userId,
    display_name: membership.displayName ?? user.displayName,
    profile_image_url: membership.profileImageUrl ?? user.profileImageUrl,
    user: toUser(user),
  };
}
