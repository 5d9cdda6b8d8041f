import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import type { Actor } from "../../db/audit/actor";
import type { Settings } from "../../platform/env";
import { deriveBytes, rootSecrets } from "../../platform/server-secret";

const seconds = 60 * 60;

/** Beside a key of its own: no other token of ours has this audience, and this one passes nowhere else. */
const audience = "gatehouse/webhooks";

const Claims = z.object({
  sub: z.string(),
  act: z.object({
    type: z.enum(["user", "owner", "key", "system"]),
    id: z.string().nullable(),
    sessionId: z.string().nullable(),
    impersonatedIn: z.string().nullable(),
  }),
});

type TokenActor = Pick<Actor, "type" | "id" | "sessionId" | "impersonatedIn">;

/** Says who administers the webhooks of which project. */
export interface WebhookToken {
  projectId: string;
  actor: TokenActor;
}

/** A token of one hour for the webhooks of one project. Where it is used from is the next request's to say. */
export async function signWebhookToken(
  { serverSecrets }: Pick<Settings, "serverSecrets">,
  { projectId, actor: { type, id, sessionId, impersonatedIn } }: WebhookToken,
): Promise<string> {
  return new SignJWT({ act: { type, id, sessionId, impersonatedIn } })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(projectId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(await keyOf(serverSecrets.current));
}

/** Returns what a token says; undefined for every text that is no token of ours, or no longer. */
export async function readWebhookToken(
  { serverSecrets }: Pick<Settings, "serverSecrets">,
  token: string,
): Promise<WebhookToken | undefined> {
  for (const secret of rootSecrets(serverSecrets)) {
    try {
      const options = { algorithms: ["HS256"], audience, requiredClaims: ["exp"], currentDate: new Date(Date.now()) };
      const { payload } = await jwtVerify(token, await keyOf(secret), options);
      const { sub: projectId, act: actor } = Claims.parse(payload);
      return { projectId, actor };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}

function keyOf(secret: string): Promise<Uint8Array> {
  return deriveBytes(secret, "gatehouse/webhook-token", 32);
}
