/** What a user is asked to allow at every sign-in, by the provider's own names: as little as a profile needs. */
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
