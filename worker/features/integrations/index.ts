import type { IntegrationClient, IntegrationFamily } from "../../platform/integration-clients";
import { equalSecrets, sha256Hex } from "../../platform/secrets";
import type { Tools } from "../../platform/tools";
import type { Endpoint } from "../../protocol/endpoint";
import type { Failing } from "../../protocol/failing";
import { schemaErrorText } from "../../protocol/validation-messages";
import { basicPart } from "./contract";

// Says how a partner's server proves which client of an integration it is: by HTTP Basic (RFC 7617).

const wrongClient = "Invalid client_id:client_secret values; did you use the correct values for the integration?";

/** The hash of no client, so that an unknown id takes as long as a wrong secret. */
const noHash = "0".repeat(64);

/** The client behind a request. One of the other family is as wrong as one that there is not. */
export async function requireClient(
  {
    settings,
    headers,
    fail,
  }: Pick<Tools, "settings"> & { headers: { authorization: string } } & Failing<"SCHEMA_ERROR">,
  { method, path }: Pick<Endpoint, "method" | "path">,
  family: IntegrationFamily,
): Promise<IntegrationClient> {
  const [id, secret] = basicCredentials(headers.authorization) ?? [];
  const client = settings.integrationClients.find((each) => each.id === id && each.family === family);
  const isRight = equalSecrets(await sha256Hex(secret ?? ""), client?.secretHash ?? noHash);
  if (client && isRight) return client;
  return fail("SCHEMA_ERROR", { message: schemaErrorText(method, `/api/v1${path}`, [wrongClient]) });
}

/** A client that a code was made for, unless its operator has removed it since, or it belongs to the other family. */
export function findClient(
  { settings }: Pick<Tools, "settings">,
  family: IntegrationFamily,
  clientId: string,
): IntegrationClient | undefined {
  return settings.integrationClients.find((each) => each.id === clientId && each.family === family);
}

/** The id and the secret; undefined where there is no colon, or the bytes are no UTF-8. */
function basicCredentials(header: string): [id: string, secret: string] | undefined {
  const bytes = Uint8Array.from(atob(basicPart(header) ?? ""), (character) => character.charCodeAt(0));
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    return id ? [id, secret] : undefined;
  } catch {
    return undefined;
  }
}
