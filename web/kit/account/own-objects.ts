import { Fault } from "../errors/fault";
import { isKnownError } from "../errors/known-error";
import { type Refusal, type Result, resultOf } from "../errors/result";
import type { Caller } from "../requests/caller";
import type { RequestParts } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import type { Made } from "../rows/operation";

// Loaded when a user's notification settings are shown: most pages never do.

/** A kind of email that a project sends, and whether a user gets it. */
export class NotificationCategory {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Is true if the user may refuse these emails. */
  readonly canDisable: boolean;
  readonly #caller: Caller;
  readonly #owner: string;

  /** @internal */
  constructor(preference: wire.NotificationPreference, { caller, of }: Made<{ readonly address: string }>) {
    this.id = preference.notification_category_id;
    this.name = preference.notification_category_name;
    this.enabled = preference.enabled;
    this.canDisable = preference.can_disable;
    this.#caller = caller;
    this.#owner = of.address;
    Object.freeze(this);
  }

  /**
   * Switches these emails on or off. The object itself is a snapshot and stays as it was.
   * @throws RequestError for `false` where `canDisable` is false
   */
  async setEnabled(enabled: boolean): Promise<void> {
    await this.#caller.write("PATCH /emails/notification-preference/{user_id}/{notification_category_id}", {
      params: { user_id: this.#owner, notification_category_id: this.id },
      body: { enabled },
    });
  }
}

// Loaded when passkeys are shown: most pages never do.

/** A passkey of a user. A frozen snapshot: methods change the passkey, not the object. */
export class Passkey {
  readonly id: string;
  /** Is what the user calls it; at first the model of its authenticator, or the browser and system. */
  readonly name: string;
  readonly createdAt: Date;
  /** The last sign-in with it; undefined before the first. */
  readonly lastUsedAt: Date | undefined;
  readonly #caller: Caller;

  /** @internal */
  constructor(passkey: wire.Passkey, { caller }: Made) {
    this.id = passkey.id;
    this.name = passkey.name;
    this.createdAt = new Date(passkey.created_at_millis);
    this.lastUsedAt = passkey.last_used_at_millis === null ? undefined : new Date(passkey.last_used_at_millis);
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Gives it another name, of at most 64 characters. */
  async rename(name: string): Promise<void> {
    const params = { passkey_id: this.id };
    await this.#caller.write("PATCH /auth/passkeys/{passkey_id}", { params, body: { name } });
  }

  /** Removes it: it signs in no more. The authenticator may go on offering it. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /auth/passkeys/{passkey_id}", { params: { passkey_id: this.id } });
  }
}

/** Says where a session was used from. */
interface GeoInfo {
  readonly ip: string;
  readonly countryCode?: string | null;
  readonly regionCode?: string | null;
  readonly cityName?: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly tzIdentifier?: string | null;
}

/** A browser as it names itself; null for what is not recognised. */
export interface BrowserInfo {
  /** Such as `Chrome`. */
  readonly browser: string | null;
  /** The operating system, such as `macOS`. */
  readonly system: string | null;
  readonly device: "desktop" | "mobile" | "tablet" | null;
}

/** A login of a user somewhere, as listed for the user or the project. */
export interface ActiveSession {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** Made by the project on the user's behalf. */
  readonly isImpersonation: boolean;
  readonly lastUsedAt: Date | undefined;
  /** Is true if it is the session of the request. */
  readonly isCurrentSession: boolean;
  /** The same for the sessions on hosted pages and on the websites that these signed in to, which all end together. */
  readonly familyId: string;
  /** Says where it was last used from, if known. */
  readonly geoInfo: GeoInfo | undefined;
  /** The browser that last used it, if one did. */
  readonly browserInfo: BrowserInfo | undefined;
}

/** @internal */
export function toActiveSession(session: wire.ActiveSession): ActiveSession {
  return {
    id: session.id,
    userId: session.user_id,
    createdAt: new Date(session.created_at),
    isImpersonation: session.is_impersonation,
    lastUsedAt: session.last_used_at === undefined ? undefined : new Date(session.last_used_at),
    isCurrentSession: session.is_current_session ?? false,
    familyId: session.family_id ?? session.id,
    geoInfo: session.last_used_at_end_user_ip_info,
    browserInfo: session.last_used_at_end_user_agent_info,
  };
}

// Loaded when a website uses a provider's tokens: most never do.

/** A user's account at a provider, which the website may act for. */
export interface OAuthConnection {
  /** The provider's id. */
  readonly id: string;
  /** A token for the provider's own API, with the scopes of the connection. @throws Fault when there is none */
  getAccessToken(): Promise<{ readonly accessToken: string }>;
}

/** One of a user's accounts at providers, which the website may act for. */
export interface UserConnectedAccount {
  /** The provider, as the project's configuration names it: `google`. */
  readonly provider: string;
  /** The id of the account at the provider. */
  readonly providerAccountId: string;
  /** A token for the provider's own API that has these scopes. */
  getAccessToken(options?: {
    readonly scopes?: readonly string[];
  }): Promise<Result<{ readonly accessToken: string }, Refusal<(typeof notConnected)[number]>>>;
}

/** @internal */
export function connectedAccountOf(
  { provider, provider_account_id }: wire.ConnectedAccount,
  { caller, of }: Made<{ readonly address: string }>,
): UserConnectedAccount {
  const params = { user_id: of.address, provider_id: provider, provider_account_id };
  return {
    provider,
    providerAccountId: provider_account_id,
    getAccessToken({ scopes = [] } = {}) {
      const key = "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token";
      const token = caller.write(key, { params, body: { scope: scopes.join(" ") } });
      return resultOf(
        token.then(({ access_token }) => ({ accessToken: access_token })),
        ...notConnected,
      );
    },
  };
}

const tokenKey = "POST /connected-accounts/{user_id}/{provider_id}/access-token";

/** The errors by which the API says that there is no connection, or none with the requested scopes. */
const notConnected = [
  "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
] as const;

/**
 * An account for whose tokens `parts` ask.
 * @internal
 */
export function connectedAccount(caller: Caller, parts: RequestParts<typeof tokenKey, "client">): OAuthConnection {
  return {
    id: parts.params.provider_id,
    async getAccessToken() {
      try {
        return { accessToken: (await caller.write(tokenKey, parts)).access_token };
      } catch (error) {
        if (notConnected.some((kind) => isKnownError(error, kind))) throw new Fault("No access token available");
        throw error;
      }
    },
  };
}
