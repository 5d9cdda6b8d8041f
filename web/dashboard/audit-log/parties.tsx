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

/** Returns what stands for a party: its name, or else what it is. Its id says nothing to a reader. */
export function partyText(type: string, name: string | null | undefined, t: Translate): string {
  if (name) return name;
  if (name === null && type === "user") return t("Deleted user");
  if (name === null && type === "team") return t("Deleted team");
  return kindText(type, t);
}

/** Shows a party and what it is, or by whom it was impersonated, in the cell of a table. */
export function PartyCell({ party, impersonator = null }: { party: AuditParty; impersonator?: AuditParty | null }) {
  const t = useTranslation();
  const { type, name } = useParty(party);
  const by = useParty(impersonator);
  return (
    <span className="flex w-40 min-w-0 flex-col">
      <span className="truncate text-ink">
        <PartyLink party={party} />
      </span>
      <span className="truncate text-2xs text-ink-soft">
        {impersonator
          ? t("Impersonated by {name}", { name: partyText(by.type, by.name, t) })
          : name && kindText(type, t)}
      </span>
    </span>
  );
}

/** What stands for a party, as a link where it has a page in the dashboard. The id comes up where the pointer rests. */
export function PartyLink({ party: { type: given, id } }: { party: AuditParty }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { type, name } = useParty({ type: given, id });
  const shown = <Name>{partyText(type, name, t)}</Name>;
  if (id === null) return shown;
  if (name === null || !Object.hasOwn(pages, type)) return <span title={id}>{shown}</span>;
  return (
    <Link
      {...pages[type as keyof typeof pages](projectId, id)}
      title={id}
      // As high as a finger needs (WCAG 2.5.8): the whole row is another target.
      className={`${linkClasses} relative z-1 inline-block max-w-full truncate align-bottom leading-6`}
    >
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
  project: (projectId) => ({ to: "/projects/$projectId/settings", params: { projectId } }),
} satisfies Record<string, (projectId: string, id: string) => LinkProps>;

/** All that is known of a party: its name, what it is, and its id. */
export function PartyFacts({ party }: { party: AuditParty }) {
  const t = useTranslation();
  const { type, name } = useParty(party);
  if (party.id === null) return kindText(type, t);
  return (
    <>
      <PartyLink party={party} /> {name && <span className="text-ink-soft">· {kindText(type, t)}</span>}
      <span className="block font-mono text-2xs text-ink-soft">{party.id}</span>
    </>
  );
}
