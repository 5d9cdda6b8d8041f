import { appInternals } from "../app/internals";
import { type ClientAppJson, findApp, sameJson } from "../app/serialisation";
import type { ClientAppOptions } from "../connection/app-options";
import { Fault } from "../errors/fault";
import { type Host, realHost } from "../host/host";
import { GatehouseClientApp } from "./client-app";

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
