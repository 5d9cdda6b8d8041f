import { App } from "../app/app";
import { appInternals } from "../app/internals";
import { type ClientAppJson, findApp, sameJson } from "../app/serialisation";
import { type ClientAppOptions, publishableClientKeyOf } from "../connection/app-options";
import { Fault } from "../errors/fault";
import { type Host, realHost } from "../host/host";
import type { Session } from "../session/session";
import type { CurrentUser } from "./current-user";

/** The app of a website: everything that its visitors may do. Needs a publishable client key only. */
export class GatehouseClientApp extends App<CurrentUser> {
  /** @throws Error when a setting is missing; Fault when the unique identifier is taken */
  constructor(options: ClientAppOptions);
  /** @internal */
  constructor(options: ClientAppOptions, host: Host);
  constructor(options: ClientAppOptions, host: Host = realHost) {
    super(options, host, {
      publishableClientKey: publishableClientKeyOf(options),
      secretServerKey: null,
      superSecretAdminKey: null,
      ownerSession: null,
    });
  }

  /**
   * @param classes resolves when a layer's own classes are there
   * @internal
   */
  override async fetchUser(session: Session, classes?: Promise<void>): Promise<CurrentUser> {
    const caller = this.connection.caller("client", session);
    // Loaded while the user is read: a page without a user, such as the sign-in page, does not need it.
    const reading = [caller.read("GET /users/me"), import("./current-user"), classes] as const;
    const [user, { CurrentClientUser }] = await Promise.all(reading);
    return this.connection.make(CurrentClientUser, user, { caller, connection: this.connection });
  }
}

/**
 * The app that was serialised to `json`: the live one if it is of this process, else one with the same settings.
 * @throws Fault when the live app has other settings
 */
export function clientAppFromJson(json: ClientAppJson): GatehouseClientApp;
/** @internal */
export function clientAppFromJson(json: ClientAppJson, host: Host): GatehouseClientApp;
export function clientAppFromJson(json: ClientAppJson, host: Host = realHost): GatehouseClientApp {
  const live = findApp(json.uniqueIdentifier, GatehouseClientApp) as GatehouseClientApp | undefined;
  if (live === undefined) {
    // What `serialise` wrote is options, as far as JSON can represent them.
    return new GatehouseClientApp(json as unknown as ClientAppOptions, host);
  }
  if (!sameJson(live[appInternals].toClientJson(), json)) {
    throw new Fault(
      "The provided app JSON does not match the configuration of the existing client app with the same unique identifier",
    );
  }
  return live;
}
