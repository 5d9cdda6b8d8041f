import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditEvent, AuditParty } from "../../kit";
import { useApp } from "../../react";
import { linkClasses } from "../../ui/theme/link-classes";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/msg";
import { type Translate, useTranslation } from "../translation/use-translation";
import { ownerNamesOptions } from "./queries";

const kinds = {
  user: msg("User"),
  owner: msg("Owner"),
  key: msg("Project keys"),
  system: msg("Gatehouse"),
  team: msg("Team"),
  project: msg("Project"),
  webhook_endpoint: msg("Webhook endpoint"),
  webhook_message: msg("Webhook event"),
  internal_key: msg("Project keys"),
  api_key: msg("API key"),
} as const;

/** What a party of an event is, in words. */
export function kindOf({ type }: AuditParty, t: Translate): string {
  return Object.hasOwn(kinds, type) ? t(kinds[type as keyof typeof kinds]) : type;
}

/** Who did it: an owner by name, everything else by its kind and id. */
export function Actor({ event: { actor, impersonator } }: { event: AuditEvent }) {
  const t = useTranslation();
  const { ownerTeamId } = useOwnedProject();
  const { data: names } = useQuery(ownerNamesOptions(useApp(), ownerTeamId));
  const name = actor.type === "owner" && actor.id !== null ? names?.get(actor.id) : undefined;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-ink">{name ?? kindOf(actor, t)}</span>
      <span className="truncate font-mono text-2xs text-ink-soft">
        {impersonator ? t("Impersonated by an owner") : name ? t("Owner") : (actor.id ?? "")}
      </span>
    </span>
  );
}

/** A link to the page of a party that has one; its id otherwise. */
export function PartyLink({ party, children }: { party: AuditParty; children?: ReactNode }) {
  const { id: projectId } = useOwnedProject();
  if (party.id === null) return null;
  const shown = children ?? party.id;
  const className = `${linkClasses} relative z-1 font-mono wrap-anywhere`;
  if (party.type === "user") {
    return (
      <Link to="/projects/$projectId/users/$userId" params={{ projectId, userId: party.id }} className={className}>
        {shown}
      </Link>
    );
  }
  if (party.type === "webhook_endpoint") {
    const params = { projectId, endpointId: party.id };
    return (
      <Link to="/projects/$projectId/webhooks/$endpointId" params={params} className={className}>
        {shown}
      </Link>
    );
  }
  return <span className="font-mono wrap-anywhere">{shown}</span>;
}
