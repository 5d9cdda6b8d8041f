import { infiniteQueryOptions, useQuery } from "@tanstack/react-query";
import type { AuditEventPage, AuditParty, GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { resourceOptions, useApp } from "../../react";
import { keys } from "../../react/queries/keys";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type AuditSearch, filterOf } from "./audit-search";
import { nameMillis, ownerNamesOptions, userNameOptions } from "./party-names";

const pageSize = 100;

/** The most loaded pages that are read again when the window gets the focus: each is a request. */
const maxRefetchedPages = 5;

/** The events that a search selects, page by page, newest first. */
export function auditEventsOptions(app: GatehouseAdminApp, { event: _event, ...search }: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "audit-events"), "list", search],
    queryFn: ({ pageParam }): Promise<AuditEventPage> =>
      app.listAuditEvents({ ...filterOf(search, new Date()), cursor: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) <= maxRefetchedPages ? "always" : false),
  });
}

/** One event; null when the log does not have it, or no longer. */
export function auditEventOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "audit-events", ["one", id], async () => {
    try {
      // A page begins with the event of its cursor.
      const [event] = await app.listAuditEvents({ cursor: id, limit: 1 });
      return event?.id === id ? event : null;
    } catch (error) {
      // The id in the address is none of an event.
      if (isKnownError(error, "SCHEMA_ERROR")) return null;
      throw error;
    }
  });
}

/** The name of a team of the project; null for one that was deleted. */
function teamNameOptions(app: GatehouseAdminApp, id: string) {
  const options = resourceOptions(app, "teams", ["name", id], async () => {
    const query = { query: id, limit: 1, omit_metadata: true };
    const { items } = await app[appInternals].caller("admin").read("GET /internal/teams", { query });
    const [team] = items;
    return team?.id === id ? team.display_name : null;
  });
  return { ...options, staleTime: nameMillis };
}

/** The names of the project's templates and themes of emails by their ids. */
function contentNamesOptions(app: GatehouseAdminApp, type: "email_template" | "email_theme") {
  return resourceOptions(app, type === "email_template" ? "email-templates" : "email-themes", ["names"], async () => {
    const content = await (type === "email_template" ? app.listEmailTemplates() : app.listEmailThemes());
    return new Map(content.map(({ id, displayName }) => [id, displayName]));
  });
}

/** Reads what the sets of keys of the project are for, by their ids. */
function keyNamesOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", ["names"], async () => {
    const keySets = await app.listInternalApiKeys();
    return new Map(keySets.map(({ id, description }) => [id, description]));
  });
}

/** The newest users whose name, email or id has the text: as many as a list to choose from shows. */
export function foundUsersOptions(app: GatehouseAdminApp, text: string) {
  return resourceOptions(app, "users", ["found", text], () =>
    app.listUsers({ query: text || undefined, desc: true, limit: 10, orderBy: "signedUpAt" }),
  );
}

/**
 * Returns what a party is and its name, which is read when the party is first shown. It is null for one that was deleted, and undefined
 * where it is not known yet or there is none.
 */
export function useParty(party: AuditParty | null): { type: string; name: string | null | undefined } {
  const t = useTranslation();
  const { app, ownerTeamId, displayName } = useOwnedProject();
  const ownersApp = useApp();
  const id = party?.id ?? "";
  const is = (...types: string[]) => ({ enabled: party !== null && id !== "" && types.includes(party.type) });
  const { data: owners } = useQuery({ ...ownerNamesOptions(ownersApp, ownerTeamId), ...is("owner", "user") });
  // Who created the project is a user in its log, but one of the internal project.
  const isOwner = owners?.has(id) ?? false;
  const isUser = is("user").enabled && owners !== undefined && !isOwner;
  const { data: user } = useQuery({ ...userNameOptions(app, id), enabled: isUser });
  const { data: team } = useQuery({ ...teamNameOptions(app, id), ...is("team") });
  const { data: keySets } = useQuery({ ...keyNamesOptions(app), ...is("key", "internal_key") });
  const { data: templates } = useQuery({ ...contentNamesOptions(app, "email_template"), ...is("email_template") });
  const { data: themes } = useQuery({ ...contentNamesOptions(app, "email_theme"), ...is("email_theme") });
  if (isOwner) return { type: "owner", name: owners?.get(id) ?? t("User without a name") };
  const fixedKeys: Record<string, string> = {
    "hosted-pages": t("Hosted pages"),
    configured: t("Keys of the instance"),
    keyless: t("Clients without a key"),
  };
  const names: Record<string, string | null | undefined> = {
    user: user && (user.name ?? t("User without a name")),
    team,
    key: keySets?.get(id) ?? fixedKeys[id],
    internal_key: keySets?.get(id),
    project: displayName,
    email_template: templates?.get(id),
    email_theme: themes?.get(id),
  };
  const type = party?.type ?? "";
  return { type, name: Object.hasOwn(names, type) ? names[type] : undefined };
}
