import { appInternals } from "../../kit/app/internals";
import type { GatehouseAdminApp } from "../../kit/index";
import { hidden, literal } from "../code/written-code";

/** The longest reason that the API takes. */
export const maxReasonLength = 500;

/** Says whether a user is kept from signing in, and why. */
export interface Suspension {
  readonly suspendedAt: Date | null;
  readonly reason: string | null;
}

export async function readSuspension(app: GatehouseAdminApp, userId: string): Promise<Suspension> {
  const { suspended_at_millis: at, reason } = await app[appInternals]
    .caller("server")
    .read("GET /users/{user_id}/suspension", { params: { user_id: userId } });
  return { suspendedAt: at === null ? null : new Date(at), reason };
}

/** Ends the user's sessions too. */
export async function suspendUser(app: GatehouseAdminApp, userId: string, reason: string): Promise<void> {
  const caller = app[appInternals].caller("server");
  const body = { reason: reason.trim() || null };
  await caller.write("PUT /users/{user_id}/suspension", { params: { user_id: userId }, body });
  await caller.announce("sessions");
}

export async function liftSuspension(app: GatehouseAdminApp, userId: string): Promise<void> {
  await app[appInternals].caller("server").write("DELETE /users/{user_id}/suspension", {
    params: { user_id: userId },
  });
}

/** A suspension of some users as the requests that a backend sends, or with a reason of undefined the end of one. */
export function suspensionCode(apiUrl: string, userIds: readonly string[], reason: string | undefined): string {
  const headers = {
    "content-type": reason === undefined ? undefined : "application/json",
    "x-stack-access-type": "server",
    "x-stack-project-id": hidden("GATEHOUSE_PROJECT_ID"),
    "x-stack-secret-server-key": hidden("GATEHOUSE_SECRET_SERVER_KEY"),
  };
  const options = [
    `  method: ${reason === undefined ? '"DELETE"' : '"PUT"'},`,
    `  headers: ${literal(headers, "  ")},`,
    ...(reason === undefined ? [] : [`  body: JSON.stringify(${literal({ reason: reason.trim() || null }, "  ")}),`]),
  ].join("\n");
  const [only, ...others] = userIds;
  const base = literal(`${apiUrl}/api/v1/users/`);
  if (others.length === 0) return `await fetch(${base} + ${literal(only)} + "/suspension", {\n${options}\n});`;
  const indented = options.replaceAll(/^/gm, "  ");
  return `const ids = ${literal(userIds.slice(0, 20))};
for (const id of ids) {
  await fetch(${base} + id + "/suspension", {\n${indented}\n  });
}`;
}
