import { claimRequest, deleteRequestsBefore, insertRequest } from "../../../db/oauth-flows/changes";
import type { OAuthRequestRow } from "../../../db/oauth-flows/queries";
import { type Project, readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import type { Settings } from "../../../platform/env";
import { seal, unseal } from "../../../platform/sealing";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { flowLifetimeMillis } from "./contract";

/** What an app asked for. */
export type OuterRequest = Omit<OAuthRequestRow, "projectId" | "stateHash" | "sealedSecrets" | "expiresAt">;

/** What binds the provider's answer to our question: the state goes through the browser, the others through nobody's. */
export interface InnerSecrets {
  state: string;
  codeVerifier: string;
  nonce: string;
}

/** An expired request is told from one that never was, for as long as anybody may still ask. */
const graceMillis = 60 * 60 * 1000;

/** The state names the project, behind the secret, since the provider's answer names nothing else. */
export function newInnerSecrets(projectId: string): InnerSecrets {
  return { state: `${newSecret()}.${projectId}`, codeVerifier: newSecret(), nonce: newSecret() };
}

/** Keeps what an app asked for until the provider answers, and forgets what was asked long ago. One round trip. */
export async function storeRequest(
  { db, settings }: Pick<Tools, "db" | "settings">,
  project: Project,
  { state, ...secrets }: InnerSecrets,
  request: OuterRequest,
): Promise<void> {
  const stateHash = await hashSecret(state);
  const one = { projectId: project.id, stateHash };
  const now = Date.now();
  await db.batch([
    deleteRequestsBefore(db, { projectId: project.id, time: now - graceMillis }),
    insertRequest(db, {
      ...request,
      ...one,
      sealedSecrets: await seal(settings.serverSecrets, purposeOf(one), JSON.stringify(secrets)),
      expiresAt: now + flowLifetimeMillis,
    }),
  ]);
}

/** What was asked for under a state, to one caller of however many; undefined when there is nothing. One round trip. */
export async function takeRequest(
  { db, settings }: { db: Tools["db"]; settings: Settings },
  state: string,
): Promise<{ project: Project; request: OAuthRequestRow; secrets: InnerSecrets } | undefined> {
  const [, projectId = ""] = state.split(".", 2);
  const one = { projectId, stateHash: await hashSecret(state) };
  const [[request], [project]] = await db.batch([claimRequest(db, one), selectProject(db, { projectId })]);
  if (!request || !project) return undefined;
  const secrets = JSON.parse(await unseal(settings.serverSecrets, purposeOf(one), request.sealedSecrets));
  return { project: readProject(project, settings), request, secrets: { state, ...secrets } };
}

function purposeOf({ projectId, stateHash }: { projectId: string; stateHash: string }): string {
  return `oauth-request/${projectId}/${stateHash}`;
}
