import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import type { CurrentUser, Team, TeamMember } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { useApp, useUser } from "../../react/index";
import { leavesProjectsWithoutOwner } from "../../react/pages/account-settings/parts/danger-card";
import { InviteCard, OpenInvitationsCard } from "../../react/pages/account-settings/teams/team-invitations-cards";
import { teamPermissionOptions } from "../../react/queries/account-queries";
import { viewOf } from "../../react/queries/view-of";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Skeleton } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { linkClasses } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { useShownCode } from "../code/shown-code";
import { useAsk } from "../dialogs/modal";
import { useOwnedProject } from "../projects/use-owned-projects";
import { PersonAvatar } from "../shell/avatars";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import {
  changeRoleOptions,
  forgetProjectsOf,
  isAdmin,
  isLastAdmin,
  isOnlyAdmin,
  type OwnerRole,
  roleCode,
} from "./owner-roles";

/** Lists what the page reads first beside the owner and their projects, by which it finds everything else. */
export const reads: PageReads = () => [];

/** The team that owns the project: all of its members administer it. */
export function OwnersPage() {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const { ownerTeamId } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(viewOf(user, user.listTeams));
  const team = teams.find(({ id }) => id === ownerTeamId);
  return (
    <SectionPage
      title={t("Owners")}
      description={
        team
          ? t("The members of {team} administer this project, and every other project of the team.", {
              team: team.displayName,
            })
          : t("The people who administer this project.")
      }
      reference="Teams"
      actions={
        team && (
          <a href={`${app.urls.accountSettings}#team-${team.id}`} className={buttonClasses("secondary")}>
            {t("Team settings")}
          </a>
        )
      }
    >
      {team ? (
        <TeamOfOwners user={user} team={team} />
      ) : (
        <Alert tone="warning">
          {t("You are no longer in the team that owns this project. Ask one of its members for an invitation.")}
        </Alert>
      )}
    </SectionPage>
  );
}

function TeamOfOwners({ user, team }: { user: CurrentUser; team: Team }) {
  const t = useTranslation();
  const { data: permissions } = useSuspenseQuery(teamPermissionOptions(user, team));
  const mayRead = permissions.includes("$read_members");
  const mayInvite = permissions.includes("$invite_members");
  const mayRemove = permissions.includes("$remove_members");
  // Skipped for those who may not list them.
  const { data: members } = useQuery({ ...viewOf(team, team.listMembers), enabled: mayRead, throwOnError: true });
  const { urls } = useApp();
  const { id: projectId } = useOwnedProject();
  // Who accepts comes to this project, also where the team has others.
  const invitationUrl = new URL(urls.teamInvitation, window.location.href);
  invitationUrl.searchParams.set("project", projectId);
  return (
    <>
      {members ? (
        <OwnersCard team={team} ownId={user.id} members={members} mayRemove={mayRemove} />
      ) : mayRead ? (
        <Skeleton className="h-54 rounded-card" />
      ) : (
        <Alert>{t("Your role does not let you see the other owners. An admin of the team can.")}</Alert>
      )}
      {mayInvite && <InviteCard team={team} callbackUrl={invitationUrl.href} />}
      {mayInvite && mayRead && <OpenInvitationsCard team={team} mayRevoke={mayRemove} />}
      <LeaveCard user={user} team={team} members={members ?? []} />
    </>
  );
}

/** Ends the own membership, and goes to the projects of the other teams. */
function LeaveCard({ user, team, members }: { user: CurrentUser; team: Team; members: readonly TeamMember[] }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const app = useApp();
  const queryClient = useQueryClient();
  const ask = useAsk();
  const navigate = useNavigate();
  const lastMember = t(
    "You are the last member, and the projects of the team need an owner. Transfer or delete them first.",
  );
  const isLast = members.length === 1;
  const own = members.find(({ id }) => id === user.id);

  const askToLeave = () =>
    ask({
      title: t("Leave {team}?", { team: team.displayName }),
      description: t("You no longer administer its projects. To come back, you need an invitation."),
      confirmLabel: t("Leave the team"),
      successMessage: t("You have left the team."),
      describeError: (error) => (leavesProjectsWithoutOwner(error) ? lastMember : describeFailure(error, t)),
      children: own && isLastAdmin(own, members) && <LastAdminWarning />,
      mutationFn: async () => {
        await user.leaveTeam(team);
        await navigate({ to: "/projects", replace: true });
        forgetProjectsOf(team, app, user, queryClient);
      },
    });

  return (
    <Card
      title={t("Leave the team")}
      description={
        isLast ? lastMember : t("You no longer administer its projects. To come back, you need an invitation.")
      }
      actions={
        <Button variant="danger" size="small" disabled={isLast} onClick={askToLeave}>
          {t("Leave the team")}
        </Button>
      }
    >
      {isLast && (
        <Link to="/projects/$projectId/settings" params={{ projectId }} className={`${linkClasses} text-sm`}>
          {t("Transfer or delete this project")}
        </Link>
      )}
    </Card>
  );
}

interface OwnersCardProps {
  team: Team;
  ownId: string;
  members: readonly TeamMember[];
  mayRemove: boolean;
}

/** The owners with their roles, each with a button that removes them. One leaves by a card of its own. */
export function OwnersCard({ team, ownId, members, mayRemove }: OwnersCardProps) {
  const t = useTranslation();
  const ask = useAsk();
  const askToRemove = (member: TeamMember) =>
    ask({
      title: t("Remove {member}?", { member: nameOf(member) ?? t("the member without a name") }),
      description: t("They no longer administer the projects of this team. To come back, they need a new invitation."),
      confirmLabel: t("Remove member"),
      successMessage: t("The member has been removed."),
      mutationFn: () => member.remove(),
      describeError: (error) => describeRefusal(error, t),
      children: isLastAdmin(member, members) && <LastAdminWarning />,
    });
  const mayChange = members.some((member) => member.id === ownId && isAdmin(member));
  return (
    <Card
      title={t("Members")}
      description={t(
        "Admins transfer the project, change roles, invite and remove members and revoke invitations. Members do everything else. The creator of a team is its admin, and people join by an invitation as members.",
      )}
    >
      <ul aria-label={t("Members")} className="-my-3 flex flex-col divide-y divide-line">
        {members.map((member) => (
          <OwnerRow
            key={member.id}
            team={team}
            member={member}
            isSelf={member.id === ownId}
            mayChange={mayChange}
            isOnlyAdmin={isOnlyAdmin(member, members)}
            onRemove={mayRemove && member.id !== ownId ? () => askToRemove(member) : undefined}
          />
        ))}
      </ul>
      {!mayChange && <p className="text-2xs text-ink-soft">{t("Only admins of the team change roles.")}</p>}
    </Card>
  );
}

/** Says what a team without an admin can no longer do. */
export function LastAdminWarning() {
  const t = useTranslation();
  return (
    <Alert tone="warning">
      {t(
        "This is the only admin. Without one, the projects of the team can no longer be transferred, and no member can be removed.",
      )}
    </Alert>
  );
}

interface OwnerRowProps {
  team: Team;
  member: TeamMember;
  isSelf: boolean;
  mayChange: boolean;
  isOnlyAdmin: boolean;
  /** Absent where the member cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** An owner in the list, with their role, which an admin changes. */
export function OwnerRow({ team, member, isSelf, mayChange, isOnlyAdmin, onRemove }: OwnerRowProps) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const apiUrl = useApiUrl();
  const change = useMutation(changeRoleOptions(useApp(), useQueryClient(), { team, member }));
  const ask = useAsk();
  const name = nameOf(member) ?? t("the member without a name");
  // Shows the role that is asked for at once, and what it is when the request has failed.
  const role = change.isPending ? change.variables : roleOf(member);

  async function changeTo(next: OwnerRole) {
    await change.mutateAsync(next);
    show({
      title: t("Change the role of an owner"),
      description: t("What you did last, as a request: owners send it with a session of their own."),
      code: roleCode(apiUrl, { teamId: team.id, userId: member.id, role: next }),
    });
    const message =
      next === "admin"
        ? t("{member} is an admin now.", { member: name })
        : t("{member} is a member now.", { member: name });
    toast({ tone: "success", message });
  }

  async function choose(next: OwnerRole) {
    if (next === role || change.isPending) return;
    if (isSelf) {
      return ask({
        title: t("Give up being an admin?"),
        description: t(
          "You can no longer transfer projects, change roles or remove members. Only another admin can make you an admin again.",
        ),
        confirmLabel: t("Become a member"),
        mutationFn: () => changeTo("member"),
        describeError: (error) => describeRefusal(error, t),
      });
    }
    try {
      await changeTo(next);
    } catch (error) {
      toast({ tone: "danger", message: describeRefusal(error, t) });
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <PersonAvatar name={nameOf(member)} imageUrl={member.profileImageUrl} />
      <span className="flex min-w-0 flex-1 basis-32 flex-col">
        <span className="flex flex-wrap items-center gap-2 text-sm font-medium text-ink">
          <Name className="wrap-anywhere">{nameOf(member) ?? t("No name set")}</Name>
          {isSelf && <Badge tone="accent">{t("You")}</Badge>}
        </span>
        {member.displayName && member.primaryEmail && (
          <span className="text-2xs wrap-anywhere text-ink-soft">{member.primaryEmail}</span>
        )}
      </span>
      {mayChange ? (
        <div className="w-full sm:w-60">
          <Select
            label={t("Role of {member}", { member: name })}
            isLabelHidden
            hint={isOnlyAdmin ? t("The only admin: make another member an admin first.") : undefined}
            disabled={isOnlyAdmin}
            options={[
              { value: "admin", label: role === "admin" ? t("Admin") : t("Make admin") },
              { value: "member", label: role === "member" ? t("Member") : t("Make member") },
            ]}
            value={role}
            onValueChange={choose}
          />
        </div>
      ) : (
        <Badge>{role === "admin" ? t("Admin") : t("Member")}</Badge>
      )}
      {onRemove && (
        <Button variant="ghost" size="small" aria-label={t("Remove {member}", { member: name })} onClick={onRemove}>
          {t("Remove")}
        </Button>
      )}
    </li>
  );
}

/** Returns what a member is called in the list; null for one without name and address. */
export function nameOf({ displayName, primaryEmail }: TeamMember): string | null {
  return displayName || primaryEmail;
}

function roleOf(member: TeamMember): OwnerRole {
  return isAdmin(member) ? "admin" : "member";
}

function describeRefusal(error: unknown, t: Translate): string {
  if (isKnownError(error, "TEAM_MEMBERSHIP_NOT_FOUND")) return t("They have left the team already.");
  if (isKnownError(error, "TEAM_PERMISSION_REQUIRED")) return t("You are no longer an admin of the team.");
  if (error instanceof RequestError && error.status === 409) {
    return t("Somebody else has changed roles at the same moment, and the team needs an admin. Please try again.");
  }
  return describeFailure(error, t);
}
