import type { Setting } from "../forms/config-document";

/**
 * What a user is asked to allow at every sign-in, by the provider's own names: as little as a profile needs. The most used
 * provider is first.
 */
export const signInScopes = {
  google: ["https://www.googleapis.com/auth/userinfo.email", "https://www.googleapis.com/auth/userinfo.profile"],
  github: ["user:email"],
  microsoft: ["User.Read", "openid"],
  apple: ["name", "email"],
  facebook: ["openid", "public_profile", "email"],
  discord: ["identify", "email"],
  gitlab: ["read_user"],
  bitbucket: ["account", "email"],
  linkedin: ["openid", "profile", "email"],
  spotify: ["user-read-email", "user-read-private"],
  x: ["users.read", "offline.access", "tweet.read"],
  twitch: ["user:read:email"],
} as const;

export type ProviderId = keyof typeof signInScopes;

/** The vendors that can be enabled. */
export const providerIds = Object.keys(signInScopes) as ProviderId[];

/** Vendors for which the instance has keys that projects may share while they are developed. */
const shareable: ReadonlySet<string> = new Set(["google", "github", "microsoft", "spotify"]);

export function canBeShared(id: ProviderId): boolean {
  return shareable.has(id);
}

/** Holds what a provider's dialog asks for. Texts that are left empty are none. */
export interface ProviderChoices {
  keys: "shared" | "own";
  clientId: string;
  /** Empty for the one that is set already. */
  clientSecret: string;
  microsoftTenantId: string;
  facebookConfigId: string;
  /** Beside those that the provider is always asked for, separated in whatever way they were typed. */
  scopes: string;
  allowSignIn: boolean;
  allowConnectedAccounts: boolean;
}

/** Returns what is set for a provider, or what its dialog begins with where it is off. */
export function choicesOf(id: ProviderId, saved: { readonly [key: string]: Setting } | undefined): ProviderChoices {
  const text = (key: string) => (typeof saved?.[key] === "string" ? saved[key] : "");
  const isShared = saved ? saved.isShared !== false : canBeShared(id);
  return {
    keys: isShared && canBeShared(id) ? "shared" : "own",
    clientId: text("clientId"),
    clientSecret: "",
    microsoftTenantId: text("microsoftTenantId"),
    facebookConfigId: text("facebookConfigId"),
    scopes: text("scopes"),
    allowSignIn: saved ? saved.allowSignIn === true : true,
    allowConnectedAccounts: saved ? saved.allowConnectedAccounts === true : true,
  };
}

/** The settings by which a provider becomes as chosen. A secret that was not typed stays what it is. */
export function providerOverride(id: ProviderId, choices: ProviderChoices): Record<string, Setting> {
  const path = `auth.oauth.providers.${id}`;
  const isShared = choices.keys === "shared";
  const settings: Record<string, Setting> = {
    type: id,
    isShared,
    allowSignIn: choices.allowSignIn,
    allowConnectedAccounts: choices.allowConnectedAccounts,
  };
  if (!isShared) {
    settings.clientId = choices.clientId.trim();
    if (choices.clientSecret.trim() !== "") settings.clientSecret = choices.clientSecret.trim();
    settings.scopes =
      choices.scopes
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(" ") || null;
    if (id === "microsoft") settings.microsoftTenantId = choices.microsoftTenantId.trim() || null;
    if (id === "facebook") settings.facebookConfigId = choices.facebookConfigId.trim() || null;
  }
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${path}.${key}`, value]));
}
