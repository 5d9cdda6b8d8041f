import { useState } from "react";
import type { CurrentUser, Team, TeamMember } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { Button } from "../../../../ui/buttons/button";
import { Avatar } from "../../../../ui/data/avatar";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { Name } from "../../../../ui/text/name";
import type { PlainMessage } from "../../../../ui/translation/message";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { CardList } from "../parts/card-list";

/** The members with their roles, and what else the user may see and do. One leaves by the card below. */
export function TeamMembersCard({
  user,
  team,
  mayRemove,
  hasKeys,
}: {
  user: CurrentUser;
  team: Team;
  mayRemove: boolean;
  /** Is true if the project has API keys of teams, which end with the membership of who made them. */
  hasKeys: boolean;
}) {
  const t = useTranslation();
  const { data: members } = useSuspenseQuery(viewOf(team, team.listMembers));
  const [asking, setAsking] = useState<TeamMember>();
  return (
    <Card
      title={t("Members")}
      description={t("{count, plural, one {# person} other {# people}}", { count: members.length })}
    >
      <CardList label={t("Members of the team")}>
        {members.map((member) => (
          <li key={member.id} className="flex items-center gap-3 py-3">
            <Avatar name={member.displayName ?? member.primaryEmail} imageUrl={member.profileImageUrl} />
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-2 text-sm">
                <MemberName member={member} />
                {member.id === user.id && <Badge tone="accent">{t("You")}</Badge>}
              </span>
              {member.primaryEmail && (
                <span className="text-2xs wrap-anywhere text-ink-soft">{member.primaryEmail}</span>
              )}
              <span className="text-2xs wrap-anywhere text-ink-soft">{roleOf(member.permissionIds, t)}</span>
            </div>
            {mayRemove && member.id !== user.id && (
              <Button
                variant="ghost"
                size="small"
                aria-label={describeRemoval(member, t)}
                onClick={() => setAsking(member)}
              >
                {t("Remove")}
              </Button>
            )}
          </li>
        ))}
      </CardList>
      <ConfirmMutation
        isOpen={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={t("Remove from the team?")}
        description={
          <>
            {t.rich("{member} loses what members may see and do. To come back, they need a new invitation.", {
              member: asking && (
                <>
                  <MemberName member={asking} unnamed={asking.primaryEmail} />
                  {asking.displayName && asking.primaryEmail && ` (${asking.primaryEmail})`}
                </>
              ),
            })}
            {hasKeys && ` ${t("API keys of the team that they have made are revoked.")}`}
          </>
        }
        confirmLabel={t("Remove member")}
        successMessage={t("The member has been removed.")}
        mutationFn={async () => asking?.remove()}
        describeError={describeRemoveError}
      />
    </Card>
  );
}

/** `unnamed` is shown where there is no name. */
function MemberName({ member, unnamed }: { member: TeamMember; unnamed?: string | null }) {
  const t = useTranslation();
  const name = member.displayName || unnamed;
  if (!name) return <span className="text-ink-soft">{t("No name set")}</span>;
  return <Name className="wrap-anywhere text-ink">{name}</Name>;
}

function describeRemoval({ displayName, primaryEmail }: TeamMember, t: Translate): string {
  const member = displayName || primaryEmail;
  return member ? t("Remove {member}", { member }) : t("Remove the member without a name");
}

function describeRemoveError(error: unknown, t: Translate): string {
  if (isKnownError(error, "TEAM_MEMBERSHIP_NOT_FOUND")) return t("They have left the team already.");
  return describeFailure(error, t);
}

/** The permissions of the product itself, as what their holder may do. */
const abilities: Readonly<Record<string, PlainMessage>> = {
  $update_team: "changes the team",
  $delete_team: "deletes the team",
  $read_members: "sees the members",
  $remove_members: "removes members",
  $invite_members: "invites members",
  $manage_api_keys: "manages API keys",
};

/** Lists what new projects call their roles. */
const roleNames: Readonly<Record<string, PlainMessage>> = { team_admin: "Admin", team_member: "Member" };

/**
 * A member's directly granted permissions in words: roles of the project by their roleNames (`billing_manager` as "Billing
 * manager"), then single abilities.
 */
export function roleOf(permissionIds: readonly string[], t: Translate): string {
  const word = (words: typeof roleNames, id: string) => words[id] && t(words[id]);
  const roles = permissionIds.filter((id) => !id.startsWith("$")).map((id) => word(roleNames, id) ?? inWords(id));
  const single = permissionIds
    .filter((id) => id.startsWith("$"))
    .map((id) => word(abilities, id) ?? inWords(id.slice(1)));
  return capitalized([...roles, ...single].join(", ")) || t("No role");
}

function inWords(id: string): string {
  return capitalized(id.replace(/[_:]+/g, " ").trim()) || id;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
