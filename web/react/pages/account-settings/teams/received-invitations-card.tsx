import type { CurrentUser, ReceivedTeamInvitation } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { describeFailure } from "../../../errors/describe-failure";
import { useMutation, useQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { CardList } from "../parts/card-list";

/** The invitations to addresses of the user, who joins a team without its email; nothing where there are none. */
export function ReceivedInvitationsCard({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const toast = useToast();
  const { data: invitations = [] } = useQuery(viewOf(user, user.listTeamInvitations));
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (invitation: ReceivedTeamInvitation) => invitation.accept(),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  if (invitations.length === 0) return null;
  return (
    <Card title={t("Open invitations")}>
      <CardList label={t("Open invitations")}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 py-3">
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span id={`team-of-${invitation.id}`} dir="auto" className="text-sm wrap-anywhere text-ink">
                {invitation.teamDisplayName}
              </span>
              <span className="text-2xs text-ink-soft">
                {t.rich("Expires {time}", { time: <RelativeTime at={invitation.expiresAt} /> })}
              </span>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-describedby={`team-of-${invitation.id}`}
              isPending={isPending && variables.id === invitation.id}
              onClick={() => mutate(invitation)}
            >
              {t("Join")}
            </Button>
          </li>
        ))}
      </CardList>
    </Card>
  );
}
