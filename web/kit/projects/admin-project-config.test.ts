import { expect, it } from "vitest";
import { toAdminProjectConfig } from "./admin-project-config";

const rest = { appearance: {}, oauth_providers: [], domains: [], email_config: { type: "shared" } };
const mailServer = { type: "standard", host: "h", port: 25, username: "u", password: "p", sender_name: "n" };

it.each([
  [{ oauth_providers: [{ id: "google", type: "standard", client_secret: "s" }] }, "Client ID is missing"],
  [{ oauth_providers: [{ id: "google", type: "standard", client_id: "i" }] }, "Client secret is missing"],
  [{ email_config: { ...mailServer, port: undefined } }, "Email port is missing"],
  [{ email_config: mailServer }, "Email sender email is missing"],
])("a configuration with half a setting is refused: %j", (half, message) => {
  expect(() => toAdminProjectConfig({ ...rest, ...half } as never)).toThrow(message);
});
