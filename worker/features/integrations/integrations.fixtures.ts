import { eq } from "drizzle-orm";
import { projects } from "../../db/projects/schema";
import { basic, clients, type TestClient } from "../../testing/integration-clients";
import { db, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendRequest, type TestResponse } from "../../testing/send-request";

export const families = ["custom", "neon"] as const;

export type Family = (typeof families)[number];

/** The client of a family that most tests use. */
export const clientOf: Record<Family, TestClient> = { custom: clients.acme, neon: clients.neon };

/** A project that a client has made, with its admin key. */
export async function provisioned(client: TestClient = clients.acme, displayName = "Shop") {
  const key = `POST /integrations/${client.family}/projects/provision` as const;
  const { body } = await sendRequest(key, { headers: basic(client), body: { display_name: displayName } });
  const id: string = body.project_id;
  const headers = tierHeaders(id, "admin", body.super_secret_admin_key);
  const admin: typeof sendRequest = (key, input = {}) =>
    sendRequest(key, { ...input, headers: { ...headers, ...input.headers } });
  return { id, adminKey: body.super_secret_admin_key as string, admin };
}

/** The code of a hand-over that has begun. */
export async function transferCode(projectId: string, client: TestClient = clients.acme): Promise<string> {
  const key = `POST /integrations/${client.family}/projects/transfer` as const;
  const { body } = await sendRequest(key, { headers: basic(client), body: { project_id: projectId } });
  return new URL(body.confirmation_url).searchParams.get("code") ?? "";
}

export async function ownerTeamOf(projectId: string): Promise<string | null | undefined> {
  const of = db.select({ id: projects.ownerTeamId }).from(projects).where(eq(projects.projectId, projectId));
  return (await db.batch([of]))[0][0]?.id;
}

const wrongClient = "Invalid client_id:client_secret values; did you use the correct values for the integration?";

/** Asserts the complaint about a client that is wrong. */
export function expectWrongClient(response: TestResponse): void {
  expectComplaint(response, wrongClient);
}

/** Asserts a schema error with one complaint. */
export function expectComplaint(response: TestResponse, complaint: string): void {
  expectError(response, 400, "SCHEMA_ERROR");
  const [, ...complaints] = String(response.body.details.message).split("\n  - ");
  if (complaints.join() !== complaint)
    throw new Error(`Expected "${complaint}", not: ${response.body.details.message}`);
}
