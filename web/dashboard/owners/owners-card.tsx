import { useState } from "react";
import type { Team, TeamMember } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { describeFailure } from "../../react/errors/describe-failure";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { type Translate, useTranslation } from "../translation/use-translation";
import { isAdmin, isLastAdmin, isOnlyAdmin } from "./owner-roles";
import { nameOf, OwnerRow } from "./owner-row";

/** The owners with their roles, each with a button that removes them. One leaves by a card of its own. */
export function OwnersCard({
  team,
  ownId,
  members,
  mayRemove,
}: {
  team: Team;
  ownId: string;
  members: readonly TeamMember[];
  mayRemove: boolean;
}) {
  const t = useTranslation();
  const [asking, setAsking] = useState<TeamMember>();
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
            onRemove={mayRemove && member.id !== ownId ? () => setAsking(member) : undefined}
          />
        ))}
      </ul>
      {!mayChange && <p className="text-2xs text-ink-soft">{t("Only admins of the team change roles.")}</p>}
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

function describeRefusal(error: unknown, t: Translate): string {
  if (isKnownError(error, "TEAM_MEMBERSHIP_NOT_FOUND")) return t("They have left the team already.");
  return describeFailure(error, t);
}
