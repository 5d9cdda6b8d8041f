import * as z from "zod";
import { isLocalhost } from "./localhost";

/** The kinds of integration: each has its own paths, of which `neon` has more. */
export const integrationFamilies = ["custom", "neon"] as const;

export type IntegrationFamily = (typeof integrationFamilies)[number];

/** Another company's server, which provisions projects for its customers and hands them over. */
const IntegrationClient = z.strictObject({
  /** The user name of HTTP Basic, which a colon ends. */
  id: z
    .string()
    .max(200)
    .regex(/^[^:\s]+$/),
  /** SHA-256 of the secret in hexadecimal digits. */
  secretHash: z.string().regex(/^[0-9a-f]{64}$/),
  family: z.enum(integrationFamilies),
  /** Shown to those who take a project over, and to those who are asked for a key. */
  name: z.string().min(1).max(100),
  /** Lists where authorization codes may be sent. A request names one of them to the letter. */
  redirectUris: z.array(z.string().refine(isRedirectUri, "must be https, without a fragment")).default([]),
});

export type IntegrationClient = z.output<typeof IntegrationClient>;

/** `INTEGRATION_CLIENTS`: a JSON list. No complaint repeats a value of it. */
export const IntegrationClients = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(IntegrationClient).refine(haveOwnIds, "two clients have one id"));

function haveOwnIds(clients: readonly IntegrationClient[]): boolean {
  return new Set(clients.map(({ id }) => id)).size === clients.length;
}

/** An address at which a code is safe on its way (RFC 9700 section 2.6); on a developer's machine without TLS as well. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLocalhost(hostname));
}
