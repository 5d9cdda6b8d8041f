import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";

/** The id of the key's user; null for a key that is not valid, or a team's. */
export async function userOfApiKey(caller: Caller<"server">, apiKey: string): Promise<string | null> {
  const checked = caller.write("POST /user-api-keys/check", { body: { api_key: apiKey } });
  return (await ifValid(checked))?.user_id ?? null;
}

/** {@link userOfApiKey} of a team. */
export async function teamOfApiKey(caller: Caller<"server">, apiKey: string): Promise<string | null> {
  const checked = caller.write("POST /team-api-keys/check", { body: { api_key: apiKey } });
  return (await ifValid(checked))?.team_id ?? null;
}

async function ifValid<Key>(checked: Promise<Key>): Promise<Key | null> {
  try {
    return await checked;
  } catch (error) {
    if (isKnownError(error, "API_KEY_NOT_VALID")) return null;
    throw error;
  }
}
