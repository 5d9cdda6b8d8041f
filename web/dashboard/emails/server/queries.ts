import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { hiddenSecret } from "../../forms/config-queries";
import { type ServerValues, testedServer } from "./server-values";

/** Sends an email by the server of a form. Resolves to what went wrong, or null where the server took the email. */
export function sendTestEmailOptions(app: GatehouseAdminApp) {
  return mutationOptions({
    mutationFn: async ({ to, values }: { to: string; values: ServerValues }): Promise<string | null> => {
      const server = testedServer(values);
      // Read for this request alone: the pages of a project keep no secrets.
      const password = server.password === hiddenSecret ? await storedPassword(app) : server.password;
      const result = await app.sendTestEmail({ recipientEmail: to, emailConfig: { ...server, password } });
      return result.status === "ok" ? null : result.error.errorMessage;
    },
  });
}

async function storedPassword(app: GatehouseAdminApp): Promise<string> {
  const { config_string } = await app[appInternals].caller("admin").read("GET /internal/config");
  const { emails } = JSON.parse(config_string) as { emails: { server: { password?: string } } };
  return emails.server.password ?? "";
}
