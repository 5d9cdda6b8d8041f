import type { ApiKey, CurrentUser, Team } from "../../kit";
import { heldPermissions } from "../../kit/account/reads";
import { viewOf } from "./view-of";

/** The ids of a user's permissions in a team. */
export function teamPermissionOptions(user: CurrentUser, team: Team) {
  return {
    ...viewOf(user, ...heldPermissions([team])),
    select: (permissions: { readonly id: string }[]) => permissions.map(({ id }) => id),
  };
}

/** A user or a team, as the owner of API keys. */
export type ApiKeyOwner = Pick<Team, "id" | "caller" | "connection" | "listApiKeys" | "createApiKey">;

/** The API keys of an owner: valid ones first, each group newest first. */
export function apiKeyOptions(owner: Pick<ApiKeyOwner, "connection" | "listApiKeys">) {
  return { ...viewOf(owner, owner.listApiKeys), select: validFirst };
}

function validFirst(keys: ApiKey[]): ApiKey[] {
  return keys.toSorted((a, b) => Number(b.isValid()) - Number(a.isValid()));
}
