import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";

/** Sends a request for the site's own project with its admin key. Throws the body of a refusal. */
export async function adminRequest(gatehouse: Gatehouse, method: string, path: string, body?: object) {
  const response = await fetch(`${gatehouse.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      "x-stack-project-id": "internal",
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": gatehouse.secrets.INTERNAL_SUPER_SECRET_ADMIN_KEY,
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Changes the configuration of the site's own project. */
export async function configureSite(gatehouse: Gatehouse, config: Record<string, unknown>): Promise<void> {
  await adminRequest(gatehouse, "PATCH", "/internal/projects/current", { config });
}

/** Changes single settings of the site's own project; null restores what it has by itself. */
export async function overrideSite(gatehouse: Gatehouse, patch: Record<string, unknown>): Promise<void> {
  const config_override_string = JSON.stringify(patch);
  await adminRequest(gatehouse, "PATCH", "/internal/config/override", { config_override_string });
}
