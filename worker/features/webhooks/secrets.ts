import * as z from "zod";
import { replaceSecrets } from "../../db/outbox/endpoint-changes";
import type { Database, Statement } from "../../platform/database";
import type { Settings } from "../../platform/env";
import { reseal, seal, unseal } from "../../platform/sealing";

/** Sets for how long a secret that was replaced still signs beside the new one. */
const overlapMillis = 24 * 60 * 60 * 1000;

/** The most secrets that sign at once. Receivers read every signature of a header. */
const maxSecrets = 3;

const Secrets = z.array(z.object({ key: z.string(), until: z.number().nullable() })).min(1);

/** The secrets of an endpoint: the one that is shown, then those that it has replaced. */
type Secrets = z.infer<typeof Secrets>;

interface SealedSecrets {
  projectId: string;
  id: string;
  sealedSecrets: string | null;
}

type Deps = Pick<Settings, "serverSecrets">;

export function sealSecret(deps: Deps, endpoint: Omit<SealedSecrets, "sealedSecrets">, key: string): Promise<string> {
  return sealAll(deps, endpoint, [{ key, until: null }]);
}

/** The secrets that sign now, the one that is shown first. @throws {UnsealError} */
export async function openSecrets(deps: Deps, endpoint: SealedSecrets, now: number): Promise<[string, ...string[]]> {
  const [{ key }, ...replaced] = (await openAll(deps, endpoint)) as [Secrets[number], ...Secrets];
  return [key, ...replaced.filter(({ until }) => now < (until ?? 0)).map((each) => each.key)];
}

/** The sealed secrets once another one has taken the place of the one that is shown. @throws {UnsealError} */
export async function rotatedSecrets(
  deps: Deps,
  endpoint: SealedSecrets,
  { key, now }: { key: string; now: number },
): Promise<string> {
  const [current, ...replaced] = (await openAll(deps, endpoint)) as [Secrets[number], ...Secrets];
  const still = replaced.filter(({ until }) => now < (until ?? 0));
  const before = [{ ...current, until: now + overlapMillis }, ...still].filter((each) => each.key !== key);
  return sealAll(deps, endpoint, [{ key, until: null }, ...before].slice(0, maxSecrets));
}

/** The statement that stores secrets sealed under the current root secret, where they are not. */
export async function resealSecrets(
  { db, settings }: { db: Database; settings: Settings },
  row: SealedSecrets,
): Promise<Statement[]> {
  const to = await reseal(settings.serverSecrets, purposeOf(row), row.sealedSecrets ?? "");
  return to === undefined ? [] : [replaceSecrets(db, row, to)];
}

function sealAll({ serverSecrets }: Deps, endpoint: Omit<SealedSecrets, "sealedSecrets">, secrets: Secrets) {
  return seal(serverSecrets, purposeOf(endpoint), JSON.stringify(secrets));
}

async function openAll({ serverSecrets }: Deps, endpoint: SealedSecrets): Promise<Secrets> {
  return Secrets.parse(JSON.parse(await unseal(serverSecrets, purposeOf(endpoint), endpoint.sealedSecrets ?? "")));
}

function purposeOf({ projectId, id }: Pick<SealedSecrets, "projectId" | "id">): string {
  return `webhook-secrets/${projectId}/${id}`;
}
