import type * as z from "zod";
import { ifChanged } from "../../../db/audit/changes";
import { isAlreadyMember, isUnknownMember, isUnknownTeam } from "../../../db/memberships/changes";
import {
  type MemberProfile,
  readProfile,
  selectMemberByEmail,
  selectProfiles,
  shownName,
} from "../../../db/memberships/queries";
import { selectStanding, selectUnsuspendedStanding } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import { selectTeam } from "../../../db/teams/queries";
import { selectOwnEmails, selectVerifiedEmail } from "../../../db/users/contact-channels/queries";
import type { User } from "../../../db/users/queries";
import { restrictedTypeOf } from "../../../db/users/restriction";
import { selectCode, selectOpenCode, textInPayload, textInPayloadOf } from "../../../db/verification-codes/queries";
import { batchByName, type Database } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { normalizeEmail } from "../../../protocol/fields";
import { knows } from "../../../protocol/official-clients";
import type { AppRouter, Caller } from "../../access";
import {
  type EmailCount,
  type EmailTools,
  emailDepsOf,
  invitingName,
  limitEmailTo,
  nameInEmail,
  requesterOf,
  requireSent,
  sendSystemEmail,
} from "../../emails";
import type { emailNotSent } from "../../emails/not-sent/contract";
import { type TrustedUrl, trustedUrl } from "../../projects";
import {
  checkCode,
  claimFoundCode,
  claimReadCode,
  codeKey,
  codeLifetime,
  codeLink,
  lifetimeInWords,
  newCode,
} from "../../verification-codes";
import {
  endInvitations,
  mayInvite,
  type OpenInvitation,
  readInvitation,
  revokeInvitation,
  selectInvitations,
  selectInvitationsOf,
  selectInviters,
  teamInvitation,
} from "../invitation-codes";
import { joinTeam, requireTeamPermission, type Standing } from "../memberships";
import * as contract from "./contract";
import { invitationInWords, projectsOnPage, proveAddress, selectOwned } from "./owners";

export function invitationRoutes(router: AppRouter) {
  router.route(contract.sendInvitation, {
    prefetch: ({ db, projectId, provenProjectId, userId, body: { team_id: teamId, email } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      invited: selectMemberByEmail(db, { projectId: provenProjectId, teamId, email: normalizeEmail(email) }),
      ...(userId && {
        standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }),
        profile: selectProfiles(db, { projectId: provenProjectId, teamId, userId }),
      }),
      ...(projectId === "internal" && { owned: selectOwned(db, { teamId }) }),
    }),
    handle: async ({ caller, body, found, fail, ...tools }) => {
      const { team_id: teamId, email, callback_url } = body;
      const isForRecipientOnly = bindsAll(caller.project) || body.for_recipient_only === true;
      if (caller.tier === "client") {
        const own = caller.user ?? fail("USER_AUTHENTICATION_REQUIRED");
        requireTeamPermission({ fail }, caller.project, { teamId, userId: own.id }, "$invite_members", found.standing);
      }
      const team = found.team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId });
      const profile = caller.tier === "client" ? found.profile?.[0] : undefined;
      const inviter = profile ? readProfile(profile) : null;
      const callbackUrl = trustedUrl({ ...tools, fail }, caller.project, callback_url);
      if (found.invited.length > 0) return { success: true as const, id: newId() };
      const count = await limitEmailTo({ ...tools, fail }, caller.project, normalizeEmail(email), requesterOf(caller));
      const { owned = [] } = found;
      const invitation = { team, email, inviter, isForRecipientOnly, callbackUrl, count, owned };
      return { success: true as const, id: await invite({ ...tools, fail }, caller.project, invitation) };
    },
  });

  router.route(contract.listInvitations, {
    prefetch: ({ db, projectId, provenProjectId, userId, query: { team_id: teamId, user_id: recipientId } }) => ({
      ...(recipientId && { own: selectInvitationsOf(db, { projectId: provenProjectId, userId: recipientId }) }),
      ...(teamId && {
        team: selectTeam(db, { projectId, teamId }),
        ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
        invitations: selectInvitations(db, { projectId: provenProjectId, teamId }),
        inviters: selectInviters(db, { projectId: provenProjectId, teamId }),
      }),
    }),
    handle: async ({ db, caller, query: { team_id: teamId, user_id: recipientId }, found, fail }) => {
      const { own, team = [], invitations = [], inviters = [], standing } = found;
      if (own) {
        requireOwn({ fail }, caller, recipientId);
        return { items: await acceptable(db, caller.project, own), is_paginated: false as const };
      }
      requireAccess({ fail }, caller, teamId ?? "", ["$read_members", "$invite_members"], {
        team,
        ...(standing && { standing }),
      });
      const byUser = Map.groupBy(inviters, ({ userId }) => userId);
      const isOpen = ({ inviterId }: OpenInvitation) =>
        inviterId === null || mayInvite(caller.project, byUser.get(inviterId) ?? []);
      const open = invitations.map(readInvitation).filter(isOpen);
      const name = team[0]?.displayName ?? "";
      return { items: open.map((invitation) => toInvitation(invitation, name)), is_paginated: false as const };
    },
  });

  router.route(contract.deleteInvitation, {
    prefetch: ({ db, projectId, provenProjectId, userId, query: { team_id: teamId } }) => ({
      team: selectTeam(db, { projectId, teamId }),
      ...(userId && { standing: selectStanding(db, { projectId: provenProjectId, teamId, userId }) }),
    }),
    handle: async ({ db, caller, params: { id }, query: { team_id: teamId }, found, fail }) => {
      requireAccess({ fail }, caller, teamId, ["$remove_members"], found);
      const [revoked] = await db.batch([revokeInvitation(db, { projectId: caller.project.id, teamId, id })]);
      return revoked.length > 0 ? { success: true as const } : fail("VERIFICATION_CODE_NOT_FOUND");
    },
  });

  router.route(contract.acceptInvitation, {
    prefetch: async ({ db, projectId, userId, body: { code } }) => {
      const key = await codeKey(teamInvitation, { projectId, code });
      const textOf = (name: keyof z.output<typeof teamInvitation.payload>) => textInPayload(key, name);
      const inviter = { projectId, teamId: textOf("teamId"), userId: textOf("inviterId") };
      return {
        code: selectCode(db, key),
        inviter: selectUnsuspendedStanding(db, inviter),
        ...(userId && { recipient: selectVerifiedEmail(db, { projectId, userId, email: textOf("email") }) }),
      };
    },
    handle: async ({ db, caller: { project, user, actor }, client, body: { code }, found, fail }) => {
      // Checked first: without a user, a request neither uses the code up nor learns whether it exists.
      const joining = user ?? fail("USER_AUTHENTICATION_REQUIRED");
      const userId = joining.id;
      refuseRestricted({ fail }, project, joining);
      let teamId = "";
      try {
        await claimFoundCode({ db, fail }, teamInvitation, {
          projectId: project.id,
          code,
          found: found.code,
          follow: (payload) => {
            teamId = payload.teamId;
            requireInviter({ fail }, project, payload.inviterId === null ? undefined : found.inviter);
            const isForRecipientOnly = bindsAll(project) || payload.isForRecipientOnly;
            if (isForRecipientOnly && !found.recipient?.length) refuseRecipient({ client, fail });
            return [
              ...joinTeam(db, project, { teamId, userId, by: actor, where: ifChanged }),
              ...(project.id === "internal" ? proveAddress(db, project, { userId, email: payload.email }) : []),
            ];
          },
        });
      } catch (error) {
        if (isUnknownMember(error)) return fail("USER_AUTHENTICATION_REQUIRED", undefined, { cause: error });
        if (isUnknownTeam(error)) return fail("TEAM_NOT_FOUND", { team_id: teamId }, { cause: error });
        if (!isAlreadyMember(error)) throw error;
      }
      return {};
    },
  });

  router.route(contract.acceptOwnInvitation, {
    prefetch: ({ db, projectId, provenProjectId, params: { id }, query: { user_id: userId } }) => {
      const code = { projectId, kind: teamInvitation.name, id };
      const inviter = {
        projectId,
        teamId: textInPayloadOf(code, "teamId"),
        userId: textInPayloadOf(code, "inviterId"),
      };
      return {
        invitation: selectOpenCode(db, code),
        inviter: selectUnsuspendedStanding(db, inviter),
        recipient: selectOwnEmails(db, { projectId: provenProjectId, userId }),
      };
    },
    handle: async ({ db, caller, client, query: { user_id: userId }, found, fail }) => {
      requireOwn({ fail }, caller, userId);
      const { project, actor, tier, user } = caller;
      if (tier === "client" && user) refuseRestricted({ fail }, project, user);
      const { codeHash, payload } = found.invitation[0] ?? fail("VERIFICATION_CODE_NOT_FOUND");
      const { teamId, inviterId, email } = teamInvitation.payload.parse(payload);
      requireInviter({ fail }, project, inviterId === null ? undefined : found.inviter);
      if (!found.recipient.some(({ value }) => value === email.toLowerCase())) refuseRecipient({ client, fail });
      const following = joinTeam(db, project, { teamId, userId, by: actor, where: ifChanged });
      try {
        await claimReadCode({ db, fail }, teamInvitation, { projectId: project.id, codeHash, following });
      } catch (error) {
        if (isUnknownTeam(error)) return fail("TEAM_NOT_FOUND", { team_id: teamId }, { cause: error });
        if (!isAlreadyMember(error)) throw error;
      }
      return {};
    },
  });

  router.route(contract.readInvitationDetails, async ({ db, caller: { project, user }, body: { code }, fail }) => {
    if (!user) return fail("USER_AUTHENTICATION_REQUIRED");
    const { teamId, inviterId } = await checkCode({ db, fail }, teamInvitation, { projectId: project.id, code });
    const { team, standing } = await batchByName(db, {
      team: selectTeam(db, { projectId: project.id, teamId }),
      ...standingOf(db, { projectId: project.id, teamId, inviterId }),
    });
    const { displayName } = team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId });
    requireInviter({ fail }, project, standing);
    return { team_id: teamId, team_display_name: displayName };
  });

  router.route(contract.previewInvitation, async ({ db, caller: { project }, body: { code }, fail, ...tools }) => {
    const sent = { projectId: project.id, code };
    const { teamId, email, inviterId } = await checkCode({ db, fail }, teamInvitation, sent, { isPreview: true });
    const member = { projectId: project.id, teamId };
    const { team, inviter, standing, owned } = await batchByName(db, {
      team: selectTeam(db, member),
      ...(inviterId && { inviter: selectProfiles(db, { ...member, userId: inviterId }) }),
      ...(project.id === "internal" && { owned: selectOwned(db, { teamId }) }),
      ...standingOf(db, { ...member, inviterId }),
    });
    const { displayName } = team[0] ?? fail("TEAM_NOT_FOUND", { team_id: teamId });
    requireInviter({ fail }, project, standing);
    return {
      team_id: teamId,
      team_display_name: invitingName(displayName),
      inviter_display_name: invitingName(inviter?.[0] ? shownName(readProfile(inviter[0])) : null),
      recipient_email: email,
      project_display_names: owned ? await projectsOnPage(tools, owned) : [],
    };
  });

  router.route(contract.checkInvitationCode, async ({ db, caller: { project }, body: { code }, fail }) => {
    const { teamId, inviterId } = await checkCode({ db, fail }, teamInvitation, { projectId: project.id, code });
    if (inviterId !== null) {
      const member = { projectId: project.id, teamId, userId: inviterId };
      const [standing] = await db.batch([selectUnsuspendedStanding(db, member)]);
      requireInviter({ fail }, project, standing);
    }
    return { is_code_valid: true as const };
  });
}

function bindsAll({ config }: Caller["project"]): boolean {
  return config.teams.invitationsForRecipientOnly;
}

/** Selects what is read of the member who invites, in the batch of what else is. */
function standingOf(
  db: Database,
  { inviterId, ...team }: { projectId: string; teamId: string; inviterId: string | null },
) {
  return inviterId === null ? {} : { standing: selectUnsuspendedStanding(db, { ...team, userId: inviterId }) };
}

/** @param standing undefined where a server invites */
function requireInviter(
  { fail }: Failing<"VERIFICATION_CODE_NOT_FOUND">,
  project: Caller["project"],
  standing: Standing | undefined,
): void {
  if (standing && !mayInvite(project, standing)) fail("VERIFICATION_CODE_NOT_FOUND");
}

/** Refuses a user who is kept from full use. Anonymous users become members as they always did. */
function refuseRestricted(
  { fail }: Failing<"TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED">,
  project: Project,
  user: User,
): void {
  const type = restrictedTypeOf(project, user);
  if (type === null || type === "anonymous") return;
  fail("TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED", { restricted_reason: { type } });
}

/** Refuses a user who has not verified the address that an invitation was sent to. */
function refuseRecipient({ client, fail }: Pick<Tools, "client"> & Failing<contract.OtherRecipient>): never {
  return knows("2.8.102", client.version) ? fail("TEAM_INVITATION_EMAIL_MISMATCH") : fail(contract.notRecipient);
}

function requireOwn(
  { fail }: Failing<"CANNOT_GET_OWN_USER_WITHOUT_USER" | typeof contract.notOwnInvitations>,
  { tier, user }: Caller,
  recipientId: string | undefined,
): void {
  if (tier !== "client") return;
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  else if (user.id !== recipientId) fail(contract.notOwnInvitations);
}

/** The invitations of a user whose inviters may still invite. One round trip, where members have sent some. */
async function acceptable(db: Database, project: Project, rows: Awaited<ReturnType<typeof selectInvitationsOf>>) {
  const read = rows.toReversed().map((row) => ({ ...readInvitation(row), teamDisplayName: row.teamDisplayName }));
  const sent = read.filter(({ inviterId }) => inviterId !== null);
  const standings = sent.map(({ teamId, inviterId }) =>
    selectUnsuspendedStanding(db, { projectId: project.id, teamId, userId: inviterId ?? "" }),
  );
  const [first, ...rest] = standings;
  const found = first ? await db.batch([first, ...rest]) : [];
  const isEnded = new Set(sent.filter((_, index) => !mayInvite(project, found[index] ?? [])));
  return read
    .filter((invitation) => !isEnded.has(invitation))
    .map((invitation) => toInvitation(invitation, invitation.teamDisplayName));
}

/** Servers need no permissions, but a team. */
function requireAccess(
  {
    fail,
  }: Failing<
    "CANNOT_GET_OWN_USER_WITHOUT_USER" | "TEAM_MEMBERSHIP_NOT_FOUND" | "TEAM_PERMISSION_REQUIRED" | "TEAM_NOT_FOUND"
  >,
  { tier, project, user }: Caller,
  teamId: string,
  permissionIds: readonly string[],
  found: { team: readonly unknown[]; standing?: Standing },
): void {
  if (tier === "client") {
    const own = user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
    requireTeamPermission({ fail }, project, { teamId, userId: own.id }, permissionIds, found.standing);
  } else if (found.team.length === 0) {
    fail("TEAM_NOT_FOUND", { team_id: teamId });
  }
}

function toInvitation(
  { id, teamId, email, expiresAt }: OpenInvitation,
  teamDisplayName: string,
): z.input<typeof contract.TeamInvitation> {
  return {
    id,
    team_id: teamId,
    team_display_name: teamDisplayName,
    expires_at_millis: expiresAt,
    recipient_email: email,
  };
}

/**
 * Emails an invitation. It is stored with the log of the email, in place of an open one to the address. An invitation that could not be
 * emailed is not stored.
 *
 * @returns the id of the invitation
 */
async function invite(
  { fail, ...tools }: EmailTools & Pick<Tools, "shards"> & Failing<typeof emailNotSent | typeof tooManyRequests>,
  project: Project,
  {
    team,
    email,
    inviter,
    isForRecipientOnly,
    callbackUrl,
    count,
    owned,
  }: {
    team: { id: string; displayName: string };
    email: string;
    /** The member who invites; null where a server does. */
    inviter: MemberProfile | null;
    isForRecipientOnly: boolean;
    callbackUrl: TrustedUrl;
    count: EmailCount | null;
    /** The projects of the team, at the internal project. */
    owned: Awaited<ReturnType<typeof selectOwned>>;
  },
): Promise<string> {
  const { id, code, statement } = await newCode(tools.db, teamInvitation, {
    projectId: project.id,
    subject: team.id,
    lifetimeMillis: codeLifetime(project, "teamInvitation"),
    payload: { teamId: team.id, email, inviterId: inviter?.user.id ?? null, isForRecipientOnly },
  });
  const invitee = { projectId: project.id, teamId: team.id, addresses: [normalizeEmail(email)] };
  const inviterName = inviter && nameInEmail(shownName(inviter));
  const invitation = await invitationInWords(tools, inviterName, owned);
  const result = await sendSystemEmail(await emailDepsOf(tools, project), {
    template: "team_invitation",
    to: email,
    count,
    onceSent: [endInvitations(tools.db, invitee), statement],
    variables: {
      // No name, also where a user has the address: any address can be invited.
      userDisplayName: null,
      teamDisplayName: nameInEmail(team.displayName) ?? "a team",
      invitation,
      validFor: lifetimeInWords(project, "teamInvitation"),
      teamInvitationLink: codeLink(callbackUrl, code),
    },
  });
  requireSent({ fail }, result);
  return id;
}
