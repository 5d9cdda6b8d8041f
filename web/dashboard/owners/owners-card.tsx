import { useState } from "react";
import type { TeamMember } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { type Translate, useTranslation } from "../translation/use-translation";
import { isAdmin, isLastAdmin } from "./owner-roles";

/** The owners with their roles, each with a button that removes them. One leaves by a card of its own. */
export function OwnersCard({
  ownId,
  members,
  mayRemove,
}: {
  ownId: string;
  members: readonly TeamMember[];
  mayRemove: boolean;
}) {
  const t = useTranslation();
  const [asking, setAsking] = useState<TeamMember>();
  return (
    <Card
      title={t("Members")}
      description={t(
        "Admins transfer the project, remove members and revoke invitations. Members do everything else. The creator of a team is its admin, and people join by an invitation as members.",
      )}
    >
      <ul aria-label={t("Members")} className="-my-3 flex flex-col divide-y divide-line">
        {members.map((member) => (
          <li key={member.id} className="flex items-center gap-3 py-3">
            <Avatar name={nameOf(member)} imageUrl={member.profileImageUrl} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="flex flex-wrap items-center gap-2 text-sm font-medium text-ink">
                <Name className="wrap-anywhere">{nameOf(member) ?? t("No name set")}</Name>
                {member.id === ownId && <Badge tone="accent">{t("You")}</Badge>}
              </span>
              {member.displayName && member.primaryEmail && (
                <span className="text-2xs wrap-anywhere text-ink-soft">{member.primaryEmail}</span>
              )}
            </span>
            <Badge>{isAdmin(member) ? t("Admin") : t("Member")}</Badge>
            {mayRemove && member.id !== ownId && (
              <Button
                variant="ghost"
                size="small"
                aria-label={t("Remove {member}", { member: nameOf(member) ?? t("the member without a name") })}
                onClick={() => setAsking(member)}
              >
                {t("Remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmMutation
          isOpen
          onOpenChange={() => setAsking(undefined)}
          title={t("Remove {member}?", { member: nameOf(asking) ?? t("the member without a name") })}
          description={t(
            "They no longer administer the projects of this team. To come back, they need a new invitation.",
          )}
          confirmLabel={t("Remove member")}
          successMessage={t("The member has been removed.")}
          mutationFn={() => asking.remove()}
          describeError={(error) => describeRefusal(error, t)}
        >
          {isLastAdmin(asking, members) && <LastAdminWarning />}
        </ConfirmMutation>
      )}
    </Card>
  );
}

/** What a team without an admin can no longer do. */
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

function nameOf({ displayName, primaryEmail }: TeamMember): string | null {
  return displayName || primaryEmail;
}

function describeRefusal(error: unknown, t: Translate): string {
  if (isKnownError(error, "TEAM_MEMBERSHIP_NOT_FOUND")) return t("They have left the team already.");
  return describeFailure(error, t);
}
