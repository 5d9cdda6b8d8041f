import { GatehouseServerApp as KitServerApp } from "../../kit/apps/server-app";
import { withServerHooks } from "./server-hooks";

/**
 * The app of a trusted backend that renders React. It is the kit's own, and has hooks beside its methods: `app.useUsers()`,
 * `user.useTeams()`, `team.useUsers()`. Needs the secret server key, and must stay on a server.
 */
export class GatehouseServerApp extends /* @__PURE__ */ withServerHooks(KitServerApp) {}
