import type * as wire from "../requests/wire";

/** Says where a session was used from. */
export interface GeoInfo {
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
