import { useQuery } from "@tanstack/react-query";
import type { AuditParty } from "../../kit";
import { useApp } from "../../react";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { keyNamesOptions, ownerNamesOptions, teamNameOptions, userNameOptions } from "./queries";

/** Returns what a party is and its name, once that is known and if it has one. The name is read when the party is first shown. */
export function useParty(party: AuditParty | null): { type: string; name: string | undefined } {
  const t = useTranslation();
  const { app, ownerTeamId } = useOwnedProject();
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
  const fixedKeys: Record<string, string> = {
    "hosted-pages": t("Hosted pages"),
    configured: t("Keys of the instance"),
  };
  const type = isOwner ? "owner" : (party?.type ?? "");
  const name = owners?.get(id) ?? user ?? team ?? keySets?.get(id);
  return { type, name: name ?? (is("key").enabled ? fixedKeys[id] : undefined) };
}
