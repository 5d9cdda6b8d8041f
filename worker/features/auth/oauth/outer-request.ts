import { claimRequest, insertRequest } from "../../../db/oauth-flows/changes";
import { type OAuthRequestRow, selectRequest } from "../../../db/oauth-flows/queries";
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

/** What was requested under a state, and its project, for whom cannot go on with it. It stays as it is. One round trip. */
export async function readRequest(
  { dbOf, settings, trace }: Pick<Tools, "dbOf" | "settings" | "trace">,
  state: string,
): Promise<Omit<TakenRequest, "secrets"> | undefined> {
  const [, projectId = ""] = state.split(".", 2);
  if (projectId === "") return undefined;
  const db = dbOf(projectId);
  const one = { projectId, stateHash: await hashSecret(state) };
  const [[request], [project]] = await db.batch([selectRequest(db, one), selectProject(db, { projectId })]);
  return request && project && { project: readProject(project, { settings, trace }), request };
}

function purposeOf({ projectId, stateHash }: { projectId: string; stateHash: string }): string {
  return `oauth-request/${projectId}/${stateHash}`;
}

/** Stands for the secret of a client without a key. */
export const publicClientSecret = "__stack_public_client__";

/** The credentials of an OAuth client, as it sent them: its project, and its publishable client key. */
export interface OAuthClient {
  projectId: string;
  secret: string | undefined;
}

/**
 * Reads a client's credentials from HTTP Basic, or else from the body (RFC 6749 section 2.3.1). The id is a project id,
 * optionally followed by `#main`, the only branch. Undefined when there are none that could be right.
 */
export function readOAuthClient(
  body: { client_id?: string | undefined; client_secret?: string | undefined },
  authorization: string | undefined,
): OAuthClient | undefined {
  const [id, secret] = authorization ? (basicCredentials(authorization) ?? []) : [body.client_id, body.client_secret];
  const [projectId, branchId = "main", ...rest] = id?.split("#") ?? [];
  if (!projectId || branchId !== "main" || rest.length > 0) return undefined;
  return { projectId, secret: secret || undefined };
}

/** Both parts are form-encoded before they are joined, so that a colon in one of them cannot be taken for the separator. */
function basicCredentials(authorization: string): [id: string, secret: string] | undefined {
  const [, encoded] = /^basic +([a-z0-9+/=]+)$/i.exec(authorization) ?? [];
  try {
    const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(atob(encoded ?? "")) ?? [];
    return [formDecoded(id), formDecoded(secret)];
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Redirects a browser by the method of its request (RFC 9110 section 15.4.8), which at `authorize` is GET. */
export function temporaryRedirect(location: string): Response {
  return new Response(null, { status: 307, headers: { Location: location } });
}

/** Redirects a browser by GET, whatever the method of its request (RFC 9110 section 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}
