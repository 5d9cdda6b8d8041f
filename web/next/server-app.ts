import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { GetUserOptions, GetUserOrElseOptions } from "../kit/app/app";
import type { CurrentServerUser } from "../kit/server/current-server-user";
import { GatehouseServerApp as KitServerApp, type PresentedApiKey } from "../kit/server/server-app";
import type { ServerUser } from "../kit/server/users-and-teams";

/**
 * The app of a website's server in Next.js. With the token store `"nextjs-cookie"`, `getUser()` has the user of the current
 * request in server components, route handlers and server actions, by the request's cookies.
 */
export class GatehouseServerApp extends KitServerApp {
  override getUser(user: string | PresentedApiKey): Promise<ServerUser | null>;
  override getUser(options: GetUserOrElseOptions): Promise<CurrentServerUser>;
  override getUser(options?: GetUserOptions): Promise<CurrentServerUser | null>;
  override async getUser(options: string | PresentedApiKey | GetUserOptions = {}): Promise<ServerUser | null> {
    if (typeof options === "string" || "apiKey" in options) return await super.getUser(options);
    if (options.tokenStore !== undefined || this.connection.options.tokenStore !== "nextjs-cookie") {
      return await super.getUser(options);
    }
    const { or } = options;
    // A redirect of Next is thrown, and only the cookies of a response to an action can be written.
    const user = await super.getUser({ or: or === "redirect" ? "return-null" : or, tokenStore: await cookies() });
    if (user === null && or === "redirect") redirect(this.urls.signIn);
    return user;
  }
}
