import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Team, TeamMember } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { useApp } from "../../react";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { Badge } from "../../ui/feedback/badge";
import { Select } from "../../ui/forms/select";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { useApiUrl } from "../api-url";
import { useShownCode } from "../code/shown-code";
import { type Translate, useTranslation } from "../translation/use-translation";
import { isAdmin, type OwnerRole, roleCode } from "./owner-roles";
import { changeRoleOptions } from "./queries";

/** An owner in the list, with their role, which an admin changes. */
export function OwnerRow({
  team,
  member,
  isSelf,
  mayChange,
  isOnlyAdmin,
  onRemove,
}: {
  team: Team;
  member: TeamMember;
  isSelf: boolean;
  mayChange: boolean;
  isOnlyAdmin: boolean;
  /** Absent where the member cannot be removed. */
  onRemove: (() => void) | undefined;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const apiUrl = useApiUrl();
  const change = useMutation(changeRoleOptions(useApp(), useQueryClient(), { team, member }));
  const [isAsking, setIsAsking] = useState(false);
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
    if (isSelf) return setIsAsking(true);
    try {
      await changeTo(next);
    } catch (error) {
      toast({ tone: "danger", message: describeRefusal(error, t) });
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={nameOf(member)} imageUrl={member.profileImageUrl} />
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
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={t("Give up being an admin?")}
          description={t(
            "You can no longer transfer projects, change roles or remove members. Only another admin can make you an admin again.",
          )}
          confirmLabel={t("Become a member")}
          onConfirm={() => inPlainWords(changeTo("member"), (error) => describeRefusal(error, t))}
        />
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
