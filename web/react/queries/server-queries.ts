import type { GatehouseServerApp, PresentedApiKey } from "../../kit";
import { serverFinds } from "../../kit/server/server-tier";
import { resourceOptions } from "./resource-query";
import { viewOf } from "./view-of";

/** A user by id, or by the API key that a program presents; null for none. */
export function userByIdOptions(app: GatehouseServerApp, user: string | PresentedApiKey) {
  if (typeof user === "string") return viewOf(app, serverFinds.getUser, user);
  return resourceOptions(app, "users", ["api-key", user.apiKey], () => app.getUser(user));
}
