import { publishableClientKeyOf, type ServerAppOptions, secretServerKeyOf } from "../connection/app-options";
import { type Host, realHost } from "../host/host";
import { ServerTier } from "../server/server-tier";
import { ServerUser } from "../server/users-and-teams";
import type { CurrentServerUser } from "./admin-app";
import { withSession } from "./own-user";

const CurrentUser = /* @__PURE__ */ withSession(ServerUser, () => import("./admin-app"));

/** The app of a trusted backend: any user, any team. Needs the secret server key, and must stay on a server. */
export class GatehouseServerApp extends ServerTier<CurrentServerUser> {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: ServerAppOptions);
  /** @internal */
  constructor(options: ServerAppOptions, host: Host);
  constructor(options: ServerAppOptions, host: Host = realHost) {
    super(options, host, {
      publishableClientKey: publishableClientKeyOf(options),
      secretServerKey: secretServerKeyOf(options),
      superSecretAdminKey: null,
      ownerSession: null,
    });
  }

  /** @internal */
  get userClass() {
    return CurrentUser;
  }
}
