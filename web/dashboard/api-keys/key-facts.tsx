import { useQuery } from "@tanstack/react-query";
import type { KeyUse } from "../../kit";
import { useApp } from "../../react";
import { Badge } from "../../ui/feedback/badge";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { ownerNamesOptions, userNameOptions } from "../audit-log/party-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** Shows when a key was last used, from which network and with what. */
export function LastUse({ use }: { use: KeyUse | undefined }) {
  const t = useTranslation();
  if (!use) return <span className="text-2xs text-ink-soft">{t("No use recorded")}</span>;
  const by = [use.network, use.client].filter(Boolean).join(" · ");
  return (
    <span className="flex flex-col text-2xs text-ink-soft">
      <span>{t.rich("Last used {time}, noted hourly", { time: <RelativeTime at={use.at} /> })}</span>
      {by && (
        <bdi className="max-w-60 truncate" title={by}>
          {by}
        </bdi>
      )}
    </span>
  );
}

/** Names the owner who has made keys. One who has left may still have them. */
export function MadeByOwner({ ownerId }: { ownerId: string }) {
  const t = useTranslation();
  const { ownerTeamId } = useOwnedProject();
  const { data: owners } = useQuery(ownerNamesOptions(useApp(), ownerTeamId));
  if (!owners) return null;
  if (!owners.has(ownerId)) return <Badge tone="warning">{t("Made by an owner who has left")}</Badge>;
  return <MadeBy name={owners.get(ownerId)} />;
}

/** Names the member who has made a team's key, and marks one who has left the team since. */
export function MadeByMember({ userId, hasLeft }: { userId: string; hasLeft: boolean }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: user } = useQuery(userNameOptions(app, userId));
  return (
    <>
      <MadeBy name={user?.name} />
      {hasLeft && <Badge tone="warning">{t("Has left the team")}</Badge>}
    </>
  );
}

function MadeBy({ name }: { name: string | null | undefined }) {
  const t = useTranslation();
  return name ? <span>{t.rich("Made by {name}", { name: <Name>{name}</Name> })}</span> : null;
}
