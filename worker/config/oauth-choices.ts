/** Vendors at which a user may sign in or connect an account. */
export const providerTypes = [
  "google",
  "github",
  "microsoft",
  "spotify",
  "facebook",
  "discord",
  "gitlab",
  "bitbucket",
  "linkedin",
  "apple",
  "x",
  "twitch",
] as const;

/** Lists what may happen when a user signs in with a provider whose address belongs to another account already. */
export const accountMergeStrategies = ["link_method", "raise_error", "allow_duplicates"] as const;
