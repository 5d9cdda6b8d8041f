import { useSuspenseQuery } from "@tanstack/react-query";
import type { CurrentUser, Team } from "../../../../kit";
import { Avatar } from "../../../../ui/data/avatar";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { useApp } from "../../../hooks/use-app";
import { teamMemberOptions } from "../../../queries/account-queries";

export function TeamMembersCard({ user, team }: { user: CurrentUser; team: Team }) {
  const { data: members } = useSuspenseQuery(teamMemberOptions(useApp(), team));
  return (
    <Card title="Members" description={members.length === 1 ? "1 person" : `${members.length} people`}>
      <ul aria-label="Members of the team" className="-my-3 flex flex-col divide-y divide-line">
        {members.map(({ id, teamProfile: { displayName, profileImageUrl } }) => (
          <li key={id} className="flex items-center gap-3 py-3">
            <Avatar name={displayName} imageUrl={profileImageUrl} />
            <span className={displayName ? "text-sm wrap-anywhere text-ink" : "text-sm text-ink-soft"}>
              {displayName || "No name set"}
            </span>
            {id === user.id && <Badge tone="accent">You</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
