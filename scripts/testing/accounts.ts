import type { Gatehouse } from "./start-gatehouse";

/** Says where emails of these tests lead: the default of a new project trusts localhost. Nothing listens there. */
export const CALLBACK_URL = "http://localhost:3000/callback";

export const PASSWORD = "correct horse battery";

/** An address that no other test uses. */
export function newAddress(name = "user"): string {
  return `${name}-${crypto.randomUUID()}@example.com`;
}

/** The code that an email's link carries. */
export function codeIn(email: { text: string }): string {
  const code = /[?&]code=([0-9a-z]{45})\b/i.exec(email.text)?.[1];
  if (!code) throw new Error(`The email holds no link with a code: ${email.text}`);
  return code;
}

/** A session's tokens in the form that a token store is given. */
export function asTokenStore({
  accessToken,
  refreshToken,
}: {
  accessToken: string | null;
  refreshToken: string | null;
}) {
  if (accessToken === null || refreshToken === null) throw new Error("The session has no tokens.");
  return { accessToken, refreshToken };
}

/** Refreshes a session by plain HTTP. */
export function refreshSession(
  { apiUrl }: Pick<Gatehouse, "apiUrl">,
  { projectId, keys }: { projectId: string; keys: { publishableClientKey: string } },
  refreshToken: string | null,
): Promise<Response> {
  return fetch(`${apiUrl}/api/v1/auth/sessions/current/refresh`, {
    method: "POST",
    headers: {
      "x-stack-access-type": "client",
      "x-stack-project-id": projectId,
      "x-stack-publishable-client-key": keys.publishableClientKey,
      "x-stack-refresh-token": refreshToken ?? "",
    },
  });
}
