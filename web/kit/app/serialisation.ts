import type { ClientAppOptions } from "../connection/app-options";
import { Fault } from "../errors/fault";
import type { Json } from "../requests/json";

/** The settings of a client app: never a secret key, never a token. */
export type ClientAppSettings = Readonly<Record<string, Json>>;

/** The settings of a client app, to make the same app elsewhere. */
export type ClientAppJson = ClientAppSettings & { readonly uniqueIdentifier: string };

/**
 * Apps by unique identifier: there is one app object of a class to an identifier in a process. Where a server renders, a
 * server app and the client app restored from its JSON share one.
 */
const liveApps = new Map<string, object[]>();

/** Takes an identifier for `app`. @throws Fault when another app of its class has it */
export function registerApp(uniqueIdentifier: string, app: object): void {
  if (findApp(uniqueIdentifier, app.constructor)) {
    throw new Fault("A Gatehouse client app with the same unique identifier already exists");
  }
  liveApps.set(uniqueIdentifier, [...(liveApps.get(uniqueIdentifier) ?? []), app]);
}

export function findApp(uniqueIdentifier: string, appClass: object): object | undefined {
  return liveApps.get(uniqueIdentifier)?.find((app) => app.constructor === appClass);
}

/**
 * The serialised form of an app with these settings.
 * @throws Error for settings that cannot travel: a redirect method or token store that is an object
 */
export function serialise(
  options: ClientAppOptions,
  settings: {
    readonly projectId: string;
    readonly publishableClientKey: string | null;
  },
): ClientAppSettings {
  const { baseUrl, tokenStore, urls, hosted, oauthScopesOnSignIn, redirectMethod, extraRequestHeaders } = options;
  if (typeof redirectMethod === "object") {
    throw new Error("Cannot serialize to JSON from an application with a non-string redirect method");
  }
  if (typeof tokenStore === "object" && tokenStore !== null) {
    throw new Error("Cannot serialize to JSON from an application whose token store is an object");
  }
  const json = {
    ...settings,
    publishableClientKey: settings.publishableClientKey ?? undefined,
    baseUrl,
    tokenStore,
    urls,
    hosted,
    oauthScopesOnSignIn,
    redirectMethod,
    extraRequestHeaders,
  };
  // Through text and back, so that undefined settings are gone, as they will be on the other side.
  return JSON.parse(JSON.stringify(json));
}

/** Tells whether two serialised apps are the same, whatever the order of their fields. */
export function sameJson(a: Json, b: Json): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
