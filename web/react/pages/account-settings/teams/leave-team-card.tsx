import type { CurrentUser, Team } from "../../../../kit";
import { Alert } from "../../../../ui/feedback/alert";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { useApp } from "../../../hooks/use-app";
import { teamMemberOptions } from "../../../queries/account-queries";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { DangerCard } from "../parts/danger-card";
import { isOnlyManager } from "./only-manager";

/** Ends the membership. The team's section goes with it, and the first one is shown. */
export function LeaveTeamCard({
  user,
  team,
  hasKeys,
  warning,
}: {
  user: CurrentUser;
  team: Team;
  hasKeys: boolean;
  warning?: string | undefined;
}) {
  const t = useTranslation();
  return (
    <DangerCard
      title={t("Leave team")}
      description={t("Ends your membership, and removes your name in this team.")}
      question={t("Leave the team?")}
      consequence={
        <>
          {t.rich("You lose what you may see and do in {team}. To come back, you need a new invitation.", {
            team: <Name>{team.displayName}</Name>,
          })}
          {hasKeys && ` ${t("API keys of the team that you have made are revoked.")}`}
        </>
      }
      warning={warning && <Alert tone="warning">{warning}</Alert>}
      successMessage={t("You have left the team.")}
      mutationFn={() => user.leaveTeam(team)}
    />
  );
}

/** The same for one who manages the team and sees its members: says so where nobody else does. */
export function LeaveManagedTeamCard({
  mayDelete,
  ...props
}: {
  user: CurrentUser;
  team: Team;
  hasKeys: boolean;
  mayDelete: boolean;
}) {
  const t = useTranslation();
  const { data: members } = useSuspenseQuery(teamMemberOptions(useApp(), props.team));
  if (!isOnlyManager(props.user, members)) return <LeaveTeamCard {...props} />;
  const sentences = [
    t("You are the only one who can manage this team. Once you have left, nobody can."),
    ...(members.length > 1 ? [t("Another member has to be made an admin first, which this page cannot do.")] : []),
    ...(mayDelete ? [t("If the team is not needed any more, delete it instead.")] : []),
  ];
  return <LeaveTeamCard {...props} warning={sentences.join(" ")} />;
}
