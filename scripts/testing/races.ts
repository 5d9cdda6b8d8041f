import type { startProject } from "./official-client";

type Suite = ReturnType<typeof startProject>;

/** Sets how many requests a test of races sends at the same time. */
export const REQUESTS = 20;

/** Changes the configuration document with the admin key. */
export async function override({ gatehouse, project }: Suite, patch: Record<string, unknown>) {
  const response = await fetch(`${gatehouse.apiUrl}/api/v1/internal/config/override`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "admin",
      "x-stack-project-id": project.projectId,
      "x-stack-super-secret-admin-key": project.keys.superSecretAdminKey,
    },
    body: JSON.stringify({ config_override_string: JSON.stringify(patch) }),
  });
  const text = await response.text();
  return { status: response.status, json: (response.ok ? JSON.parse(text) : { text }) as Record<string, unknown> };
}

export async function config({ project }: Suite) {
  return (await project.adminApp().getProject()).getConfig();
}

/** `count` requests sent at the same time. */
export function atOnce<T>(count: number, begin: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
}

/** Counts how often each outcome came: `{ "200": 1, "409 USER_EMAIL_ALREADY_EXISTS": 19 }`. */
export function outcomes(responses: { status: number; json: Record<string, unknown> }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of responses) {
    const outcome = typeof json.code === "string" ? `${status} ${json.code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
