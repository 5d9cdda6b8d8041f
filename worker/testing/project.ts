import { env } from "cloudflare:workers";
import { internalApiKeys } from "../db/projects/internal-keys/schema";
import { projects } from "../db/projects/schema";
import { openDatabase } from "../platform/database";
import { readSettings } from "../platform/env";
import { hashSecret, newId, newProjectKey } from "../platform/secrets";
import { seenShards } from "../platform/shards";
import { newTrace } from "../platform/trace";
import type { EndpointKey } from "../protocol/endpoint";
import type { Json } from "../protocol/fields";
import type { Tier } from "../protocol/tiers";
import { type RequestInput, sendRequest, type TestResponse } from "./send-request";
import { bindingsOfTests, d1, secondShard } from "./shards";

/** The database itself, for what a test arranges or checks behind the API's back. */
export const db = openDatabase(d1, newTrace());

/** The first of the databases by itself, which has the internal project and a row of every other. */
export const firstDb = openDatabase(bindingsOfTests[0], newTrace());

type Caller = (key: EndpointKey, input?: RequestInput) => Promise<TestResponse>;

/** The tokens of a sign-in response. */
export interface Tokens {
  access_token: string;
  refresh_token?: string;
}

export interface TestProject extends Record<Tier, Caller> {
  id: string;
  keys: Record<Tier, string>;
  /** The same callers, carrying a user's access token (and refresh token, where there is one). */
  as(tokens: Tokens): Record<Tier, Caller>;
}

/**
 * A fresh project with one key set, in the second shard where there are two. Password sign-in is on and localhost is trusted, as in a project that an owner has
 * just created; `override` adds to its configuration, in dotted keys.
 */
export async function project(override: Record<string, Json> = {}): Promise<TestProject> {
  const id = newId();
  const keys = { client: newProjectKey("pck"), server: newProjectKey("ssk"), admin: newProjectKey("sak") };
  const now = Date.now();
  if (secondShard) {
    await firstDb.batch([
      firstDb.insert(projects).values({ projectId: id, displayName: "", createdAt: now, shard: 1 }),
    ]);
    // What looks it up is counted where that is what a test is about.
    seenShards.note(id, 1);
  }
  await db.batch([
    db.insert(projects).values({
      projectId: id,
      displayName: "Test project",
      configOverride: JSON.stringify({
        "auth.password.allowSignIn": true,
        "domains.allowLocalhost": true,
        ...override,
      }),
      createdAt: now,
    }),
    db.insert(internalApiKeys).values({
      projectId: id,
      id: newId(),
      // Otherwise a use is written at any moment of a test that is about something else.
      lastUses: { client: { at: now }, server: { at: now }, admin: { at: now } },
      description: "Test keys",
      createdAt: now,
      expiresAt: now + 60 * 60 * 1000,
      publishableClientKeyHash: await hashSecret(keys.client),
      publishableClientKeyLastFour: keys.client.slice(-4),
      secretServerKeyHash: await hashSecret(keys.server),
      secretServerKeyLastFour: keys.server.slice(-4),
      superSecretAdminKeyHash: await hashSecret(keys.admin),
      superSecretAdminKeyLastFour: keys.admin.slice(-4),
    }),
  ]);
  return { id, keys, ...callersOf(id, keys), as: (tokens) => callersOf(id, keys, tokens) };
}

/** Callers of the internal project, whose keys come with the Worker's settings. */
export function internalProject(): TestProject {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = readSettings(env).internalKeys;
  const keys = { client: publishableClientKey, server: secretServerKey, admin: superSecretAdminKey };
  const id = "internal";
  return { id, keys, ...callersOf(id, keys), as: (tokens) => callersOf(id, keys, tokens) };
}

/** The headers of a request at a tier of a project. */
export function tierHeaders(projectId: string, tier: Tier, key: string): Record<string, string> {
  const names = { client: "publishable-client-key", server: "secret-server-key", admin: "super-secret-admin-key" };
  return { "x-stack-project-id": projectId, "x-stack-access-type": tier, [`x-stack-${names[tier]}`]: key };
}

function callersOf(projectId: string, keys: Record<Tier, string>, tokens?: Tokens): Record<Tier, Caller> {
  const caller =
    (tier: Tier): Caller =>
    (key, input = {}) =>
      sendRequest(key, {
        ...input,
        headers: {
          ...tierHeaders(projectId, tier, keys[tier]),
          ...(tokens && { "x-stack-access-token": tokens.access_token, "x-stack-allow-anonymous-user": "true" }),
          ...(tokens?.refresh_token && { "x-stack-refresh-token": tokens.refresh_token }),
          ...input.headers,
        },
      });
  return { client: caller("client"), server: caller("server"), admin: caller("admin") };
}

/** The settings of an instance at a public address, which hashes passwords at the full cost. */
export function deployedAt(apiUrl: string): Record<string, string> {
  return { API_URL: apiUrl, PASSWORD_HASH_COST: "standard" };
}
