import { expect } from "vitest";
import type { TestProject } from "../../testing/project";

/** The headers of a browser, as the edge passes them on. */
export const browser = { "user-agent": "Mozilla/5.0", "cf-connecting-ip": "203.0.113.7" };

/** The metrics of a project, of anonymous users too if asked. */
export async function metricsOf(p: TestProject, { anonymous = false } = {}) {
  const query = anonymous ? { include_anonymous: "true" } : undefined;
  const { status, body, cost } = await p.admin("GET /internal/metrics", query && { query });
  expect(status).toBe(200);
  return { ...body, cost };
}

/** Signs a user in from a country, by the project's backend on behalf of a browser. */
export async function signInFrom(
  p: TestProject,
  userId: string,
  country: string | undefined,
  fields: Record<string, unknown> = {},
) {
  const { status, body } = await p.server("POST /auth/sessions", {
    body: { user_id: userId, ...fields },
    headers: browser,
    ...(country && { cf: { country } }),
  });
  expect(status).toBe(200);
  return body as { access_token: string; refresh_token: string };
}
