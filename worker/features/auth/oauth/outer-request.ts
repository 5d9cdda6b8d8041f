import { claimRequest, insertRequest } from "../../../db/oauth-flows/changes";
import type { OAuthRequestRow } from "../../../db/oauth-flows/queries";
import { type Project, readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { flowLifetimeMillis } from "./contract";

/** Holds what an app requested. */
export type OuterRequest = Omit<
  OAuthRequestRow,
  "projectId" | "stateHash" | "sealedSecrets" | "credentialVersion" | "expiresAt"
>;

/** Holds what binds the provider's response to our request: the state travels through the browser, the others do not. */
export interface InnerSecrets {
  state: string;
  codeVerifier: string;
  nonce: string;
}

/** The state names the project, behind the secret, since the provider's response names nothing else. */
export function newInnerSecrets(projectId: string): InnerSecrets {
  return { state: `${newSecret()}.${projectId}`, codeVerifier: newSecret(), nonce: newSecret() };
}

/** Stores what an app requested until the provider responds. One round trip. */
export async function storeRequest(
  { db, settings }: Pick<Tools, "db" | "settings">,
  project: Project,
  { state, ...secrets }: InnerSecrets,
  request: OuterRequest,
): Promise<void> {
  const stateHash = await hashSecret(state);
  const one = { projectId: project.id, stateHash };
  await db.batch([
    insertRequest(db, {
      ...request,
      ...one,
      sealedSecrets: await seal(settings.serverSecrets, purposeOf(one), JSON.stringify(secrets)),
      expiresAt: Date.now() + flowLifetimeMillis,
    }),
  ]);
}

/** A flow at its callback: its project, what the app requested, and the secrets that the provider's response needs. */
export interface TakenRequest {
  project: Project;
  request: OAuthRequestRow;
  secrets: InnerSecrets;
}

/** Returns what was requested under a state, for one caller of many; undefined when there is nothing. One round trip. */
export async function takeRequest(
  { dbOf, settings, trace }: Pick<Tools, "dbOf" | "settings" | "trace">,
  state: string,
): Promise<TakenRequest | undefined> {
  const [, projectId = ""] = state.split(".", 2);
  const db = dbOf(projectId);
  const one = { projectId, stateHash: await hashSecret(state) };
  const [[request], [project]] = await db.batch([claimRequest(db, one), selectProject(db, { projectId })]);
  if (!request || !project) return undefined;
  const opened = await unseal(settings.serverSecrets, purposeOf(one), request.sealedSecrets).catch((error: unknown) => {
    if (error instanceof UnsealError) return undefined;
    throw error;
  });
  // Under a root secret that is gone: the sign-in has to begin again, as for a request that is not there.
  if (opened === undefined) return undefined;
  const secrets = JSON.parse(opened);
  return { project: readProject(project, { settings, trace }), request, secrets: { state, ...secrets } };
}

function purposeOf({ projectId, stateHash }: { projectId: string; stateHash: string }): string {
  return `oauth-request/${projectId}/${stateHash}`;
}
