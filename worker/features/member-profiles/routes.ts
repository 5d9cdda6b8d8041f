import type * as z from "zod";
import { updateProfile } from "../../db/memberships/changes";
import {
  type MemberProfile,
  readProfile,
  readProfileList,
  selectProfiles,
  selectProjectProfiles,
  selectUserInTeam,
  shownName,
} from "../../db/memberships/queries";
import { maxListWeight } from "../../db/metadata-weight";
import { selectStanding, selectTeamGrants } from "../../db/permissions/queries";
import { selectTeam } from "../../db/teams/queries";
import { selectUser } from "../../db/users/queries";
import { batchByName, batchThen } from "../../platform/database";
import type { Failing } from "../../protocol/failing";
import type { AppRouter, Caller } from "../access";
import { requireUploadedImage, storedImageUrl } from "../images";
import { isDefined, permissionsLeadingTo } from "../permissions";
import { requireMember, requireMembership, requireTeamPermission, type Standing } from "../teams/memberships";
import { toUser } from "../users/users";
import * as contract from "./contract";

/** Weighs lists by one row more than they have. */
const whole = { limit: contract.maxListLength + 1, maxWeight: maxListWeight };

export function memberProfileRoutes(router: AppRouter) {
  router.route(contract.listProfiles, {
    prefetch: ({ db, projectId, provenProjectId, userId, query: { team_id: teamId, user_id: memberId } }) => ({
      ...(userId && teamId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
      ...(teamId && { team: selectTeam(db, { projectId, teamId }) }),
      ...(memberId && { user: selectUser(db, { projectId, userId: memberId }) }),
    }),
    handle: async ({ db, caller, query: { team_id: teamId, user_id: userId }, found, fail }) => {
      if (caller.tier === "client") {
        requireVisible({ fail }, caller, { teamId, userId }, found.standing);
      } else {
        if (teamId && !found.team?.length) return fail("TEAM_NOT_FOUND", { team_id: teamId });
        if (userId && !found.user?.length) return fail("USER_NOT_FOUND");
      }
      // Read only once the caller is known to be allowed to see them.
      const projectId = caller.project.id;
      const weighing = { ...whole, omitsMetadata: caller.tier === "client" };
      const ofProject = teamId || userId ? undefined : selectProjectProfiles(db, projectId, weighing);
      const { rows, some } = await batchByName(db, {
        rows: ofProject?.profiles ?? selectProfiles(db, { projectId, teamId, userId }, weighing),
        some: ofProject?.some,
      });
      if (rows.length === 0 && some?.length) return fail(contract.tooManyProfiles);
      const { profiles, isCut } = await readProfileList(db, rows, { projectId, ...weighing });
      if (isCut) return fail(rows.length === whole.limit ? contract.tooManyProfiles : contract.profilesTooHeavy);
      return { items: profiles.map((profile) => toProfile(caller.project, profile)), is_paginated: false as const };
    },
  });

  router.route(contract.listMembers, {
    prefetch: ({ db, projectId, provenProjectId, userId, query: { team_id: teamId } }) => ({
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
      team: selectTeam(db, { projectId, teamId }),
    }),
    handle: async ({ db, caller: { tier, project, user }, query: { team_id: teamId }, found, fail }) => {
      let seesAddresses = true;
      if (tier === "client") {
        const member = { teamId, userId: (user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER")).id };
        const held = requireTeamPermission({ fail }, project, member, "$read_members", found.standing);
        seesAddresses = held.has("$remove_members");
      } else if (found.team.length === 0) {
        return fail("TEAM_NOT_FOUND", { team_id: teamId });
      }
      // Read only once the caller is known to be allowed to see them.
      const team = { projectId: project.id, teamId };
      const weighing = { ...whole, omitsMetadata: true };
      const { rows, grants } = await batchByName(db, {
        rows: selectProfiles(db, team, weighing),
        grants: selectTeamGrants(db, team),
      });
      const { profiles, isCut } = await readProfileList(db, rows, { projectId: project.id, ...weighing });
      if (isCut) return fail(contract.tooManyProfiles);
      const granted = Map.groupBy(grants, ({ userId }) => userId);
      const managing = permissionsLeadingTo(project, "$update_team", "team");
      const items = profiles.map((profile) => {
        const permissionIds = (granted.get(profile.user.id) ?? [])
          .map(({ permissionId }) => permissionId)
          .filter((id) => isDefined(project, id, "team"));
        return {
          ...asShown(profile),
          permission_ids: permissionIds,
          manages_team: permissionIds.some((id) => managing.includes(id)),
          primary_email: seesAddresses || profile.user.id === user?.id ? profile.user.primaryEmail : null,
        };
      });
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.readProfile, {
    prefetch: ({ db, projectId, provenProjectId, userId, params: { team_id: teamId, user_id: memberId } }) => ({
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
      member: selectUserInTeam(db, { projectId, teamId, userId: memberId }),
      profiles: selectProfiles(db, { projectId, teamId, userId: memberId }),
    }),
    handle: ({ caller, params: { team_id: teamId, user_id: userId }, found, fail }) => {
      if (caller.tier === "client") {
        const own = ownUser({ fail }, caller);
        if (own.id !== userId) {
          requireTeamPermission({ fail }, caller.project, { teamId, userId: own.id }, "$read_members", found.standing);
        }
      }
      requireMember({ fail }, { teamId, userId }, found.member);
      return onlyProfile({ fail }, caller.project, { teamId, userId }, found.profiles);
    },
  });

  router.route(contract.updateProfile, {
    prefetch: ({ db, projectId, params: { team_id: teamId, user_id: userId } }) => ({
      member: selectUserInTeam(db, { projectId, teamId, userId }),
    }),
    handle: async ({ caller, params: { team_id: teamId, user_id: userId }, body, found, fail, ...tools }) => {
      if (caller.tier === "client" && ownUser({ fail }, caller).id !== userId) return fail(contract.notOwnProfile);
      requireMember({ fail }, { teamId, userId }, found.member);
      requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
      const member = { projectId: caller.project.id, teamId, userId };
      const set = {
        ...(body.display_name !== undefined && { displayName: body.display_name }),
        ...(body.profile_image_url !== undefined && {
          profileImageUrl: await storedImageUrl(
            { ...tools, fail },
            { projectId: caller.project.id, holder: `member/${teamId}/${userId}`, by: caller },
            body.profile_image_url,
          ),
        }),
      };
      const { db } = tools;
      const changes = Object.keys(set).length > 0 ? [updateProfile(db, { ...member, set })] : [];
      return onlyProfile({ fail }, caller.project, member, await batchThen(db, changes, selectProfiles(db, member)));
    },
  });
}

function ownUser({ fail }: Failing<"CANNOT_GET_OWN_USER_WITHOUT_USER">, { user }: Caller): NonNullable<Caller["user"]> {
  return user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
}

/** Checks which profiles a client may list: its own in its teams and, with `$read_members`, those of other members. */
function requireVisible(
  {
    fail,
  }: Failing<
    | "CANNOT_GET_OWN_USER_WITHOUT_USER"
    | typeof contract.teamIdMissing
    | "TEAM_MEMBERSHIP_NOT_FOUND"
    | "TEAM_PERMISSION_REQUIRED"
  >,
  caller: Caller,
  { teamId, userId }: { teamId: string | undefined; userId: string | undefined },
  standing: Standing | undefined,
): void {
  const own = ownUser({ fail }, caller);
  if (!teamId) fail(contract.teamIdMissing);
  else if (userId === own.id) requireMembership({ fail }, { teamId, userId }, standing);
  else requireTeamPermission({ fail }, caller.project, { teamId, userId: own.id }, "$read_members", standing);
}

type FoundProfiles = Awaited<ReturnType<typeof selectProfiles>>;

/** The profile of a member, who may have left since the membership was read. */
function onlyProfile(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND">,
  project: Caller["project"],
  { teamId, userId }: { teamId: string; userId: string },
  [row]: FoundProfiles,
) {
  return toProfile(
    project,
    readProfile(row ?? fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: userId })),
  );
}

function toProfile(project: Caller["project"], profile: MemberProfile): z.input<typeof contract.ServerMemberProfile> {
  return { team_id: profile.membership.teamId, ...asShown(profile), user: toUser(project, profile.user) };
}

/** Returns what other members see of one: their name and image for this team, else their own. */
function asShown(profile: MemberProfile) {
  const { membership, user } = profile;
  return {
    user_id: membership.userId,
    display_name: shownName(profile),
    profile_image_url: membership.profileImageUrl ?? user.profileImageUrl,
  };
}
