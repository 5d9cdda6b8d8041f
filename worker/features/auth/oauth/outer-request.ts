import type { oauthRequests } from "../../../db/oauth-flows/schema";
import type { Settings } from "../../../platform/env";
import { seal, unseal } from "../../../platform/sealing";
import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { type Project, readProject, selectProject } from "../../projects";
import { flowLifetimeMillis } from "./contract";
import { claimRequest, insertRequest } from "./queries";

type RequestRow = typeof oauthRequests.$inferSelect;

/** What an app asked for. */
export type OuterRequest = Omit<RequestRow, "projectId" | "stateHash" | "sealedSecrets" | "expiresAt">;

/** What binds the provider's answer to our question: the state goes through the browser, the others through nobody's. */
export interface InnerSecrets {
  state: string;
  codeVerifier: string;
  nonce: string;
}

/** The state names the project, behind the secret, since the provider's answer names nothing else. */
export function newInnerSecrets(projectId: string): InnerSecrets {
  return { state: `${newSecret()}.${projectId}`, codeVerifier: newSecret(), nonce: newSecret() };
}

/** Stores what an app asked for until the provider responds. One round trip. */
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

/** What was asked for under a state, to one caller of however many; undefined when there is nothing. One round trip. */
export async function takeRequest(
  { db, settings }: { db: Tools["db"]; settings: Settings },
  state: string,
): Promise<{ project: Project; request: RequestRow; secrets: InnerSecrets } | undefined> {
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
