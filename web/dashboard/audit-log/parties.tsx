import { Link, type LinkProps } from "@tanstack/react-router";
import type { AuditParty } from "../../kit";
import { Name } from "../../ui/text/name";
import { linkClasses } from "../../ui/theme/class-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { useParty } from "./queries";

const kinds = {
  user: msg("User"),
  owner: msg("Owner"),
  key: msg("Project keys"),
  system: msg("Gatehouse"),
  team: msg("Team"),
  project: msg("Project"),
  session: msg("Session"),
  webhook_endpoint: msg("Webhook endpoint"),
  webhook_message: msg("Webhook event"),
  internal_key: msg("Project keys"),
  api_key: msg("API key"),
  email: msg("Email"),
  email_send: msg("Sent emails"),
  email_draft: msg("Email draft"),
  email_template: msg("Email template"),
  email_theme: msg("Email theme"),
  subscription: msg("Subscription"),
  purchase: msg("Purchase"),
  stripe_account: msg("Stripe account"),
} as const;

/** Returns what a party of an event is, in words. */
function kindText(type: string, t: Translate): string {
  return Object.hasOwn(kinds, type) ? t(kinds[type as keyof typeof kinds]) : type;
}

/** Shows a party and what it is, or by whom it was impersonated, in the cell of a table. */
export function PartyCell({ party, impersonator = null }: { party: AuditParty; impersonator?: AuditParty | null }) {
  const t = useTranslation();
  const { type } = useParty(party);
  const by = useParty(impersonator);
  return (
    <span className="flex w-40 min-w-0 flex-col">
      <span className="truncate text-ink">
        <PartyLink party={party} isShort />
      </span>
      <span className="truncate text-2xs text-ink-soft">
        {impersonator
          ? t("Impersonated by {name}", { name: by.name ?? kindText(by.type, t) })
          : party.id !== null && kindText(type, t)}
      </span>
    </span>
  );
}

/** The name of a party, or else its id, as a link where it has a page in the dashboard. */
export function PartyLink({ party, isShort = false }: { party: AuditParty; isShort?: boolean }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { type, name } = useParty(party);
  const { id } = party;
  if (id === null) return kindText(type, t);
  const shown = name ? (
    <Name>{name}</Name>
  ) : (
    <span className="font-mono wrap-anywhere">{isShort ? id.slice(0, 8) : id}</span>
  );
  if (!Object.hasOwn(pages, type)) return <span title={id}>{shown}</span>;
  return (
    <Link {...pages[type as keyof typeof pages](projectId, id)} title={id} className={`${linkClasses} relative z-1`}>
      {shown}
    </Link>
  );
}

const toKeys = (projectId: string): LinkProps => ({ to: "/projects/$projectId/api-keys", params: { projectId } });

/** Leads to what a party is, by its type. */
const pages = {
  user: (projectId, userId) => ({ to: "/projects/$projectId/users/$userId", params: { projectId, userId } }),
  team: (projectId, teamId) => ({ to: "/projects/$projectId/teams/$teamId", params: { projectId, teamId } }),
  webhook_endpoint: (projectId, endpointId) => ({
    to: "/projects/$projectId/webhooks/$endpointId",
    params: { projectId, endpointId },
  }),
  key: toKeys,
  internal_key: toKeys,
  owner: (projectId) => ({ to: "/projects/$projectId/owners", params: { projectId } }),
} satisfies Record<string, (projectId: string, id: string) => LinkProps>;

/** All that is known of a party: its name, what it is, and its id. */
export function PartyFacts({ party }: { party: AuditParty }) {
  const t = useTranslation();
  const { type } = useParty(party);
  if (party.id === null) return kindText(type, t);
  return (
    <>
      <PartyLink party={party} /> <span className="text-ink-soft">· {kindText(type, t)}</span>
      <span className="block font-mono text-2xs text-ink-soft">{party.id}</span>
    </>
  );
}
