import { PASSWORD } from "../../../scripts/testing/accounts";
import { internalClientApp } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";

/** Signs the user in through the official client. Returns a function that checks whether that session is still valid. */
export async function otherSession(gatehouse: Gatehouse, email: string): Promise<() => Promise<boolean>> {
  const app = internalClientApp(gatehouse);
  const result = await app.signInWithCredential({ email, password: PASSWORD });
  if (result.status === "error") throw result.error;
  const { refreshToken } = await (await app.getUser({ or: "throw" })).currentSession.getTokens();
  return async () => {
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/auth/sessions/current/refresh`, {
      method: "POST",
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": "internal",
        "x-stack-publishable-client-key": gatehouse.secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
        "x-stack-refresh-token": refreshToken ?? "",
      },
    });
    return response.ok;
  };
}
