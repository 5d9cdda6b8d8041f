import * as z from "zod";
import type { Project } from "../../db/projects/project";
import { apple } from "./apple";
import { facebook } from "./facebook";
import { microsoft } from "./microsoft";
import { readUserInfo } from "./profile";
import { twitch } from "./twitch";
import type { Vendor } from "./vendor";

export type ProviderConfig = Project["config"]["auth"]["oauth"]["providers"][string];
type ProviderType = NonNullable<ProviderConfig["type"]>;

const google: Vendor = {
  name: "Google",
  server: {
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    token_endpoint: "https://oauth2.googleapis.com/token",
    jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
  },
  // Google adds `openid` to these by itself.
  scopes: ["https://www.googleapis.com/auth/userinfo.email", "https://www.googleapis.com/auth/userinfo.profile"],
  clientAuthentication: "basic",
  authorizationParameters: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
  readProfile: readUserInfo,
};

const GithubUser = z.object({
  id: z.number(),
  login: z.string().nullish(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const github: Vendor = {
  name: "GitHub",
  server: {
    issuer: "https://github.com/login/oauth",
    authorization_endpoint: "https://github.com/login/oauth/authorize",
    token_endpoint: "https://github.com/login/oauth/access_token",
    userinfo_endpoint: "https://api.github.com/user",
  },
  scopes: ["user:email"],
  clientAuthentication: "basic",
  defaultTokenSeconds: 8 * 60 * 60,
  apiHeaders: () => ({ "X-GitHub-Api-Version": "2022-11-28" }),
  async readProfile(api) {
    const user = await api.userInfo(GithubUser);
    const emails = await api.get("https://api.github.com/user/emails", GithubEmails, {
      ifForbidden:
        "The GitHub app may not read email addresses. Its owner can allow it: Permissions, Account permissions, Email addresses.",
    });
    const primary = emails.find((email) => email.primary);
    return {
      accountId: user.id,
      email: primary?.email,
      emailVerified: primary?.verified,
      displayName: user.name || user.login,
      profileImageUrl: user.avatar_url,
    };
  },
};

const SpotifyUser = z.object({
  id: z.string(),
  email: z.string().nullish(),
  display_name: z.string().nullish(),
  images: z.array(z.object({ url: z.string() })).nullish(),
});

const spotify: Vendor = {
  name: "Spotify",
  server: {
    issuer: "https://accounts.spotify.com",
    authorization_endpoint: "https://accounts.spotify.com/authorize",
    token_endpoint: "https://accounts.spotify.com/api/token",
    userinfo_endpoint: "https://api.spotify.com/v1/me",
  },
  scopes: ["user-read-email", "user-read-private"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, email, display_name, images } = await api.userInfo(SpotifyUser);
    // Spotify documents that it does not verify the address.
    const emailVerified = false;
    return { accountId: id, email, emailVerified, displayName: display_name, profileImageUrl: images?.[0]?.url };
  },
};

const DiscordUser = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

const discord: Vendor = {
  name: "Discord",
  server: {
    issuer: "https://discord.com",
    authorization_endpoint: "https://discord.com/oauth2/authorize",
    token_endpoint: "https://discord.com/api/oauth2/token",
    userinfo_endpoint: "https://discord.com/api/users/@me",
  },
  scopes: ["identify", "email"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, username, global_name, avatar, email, verified } = await api.userInfo(DiscordUser);
    return {
      accountId: id,
      email,
      emailVerified: verified,
      displayName: global_name || username,
      profileImageUrl:
        avatar && `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith("a_") ? "gif" : "png"}`,
    };
  },
};

const GitlabUser = z.object({
  id: z.number(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const GitlabEmails = z.array(z.object({ email: z.string(), confirmed_at: z.string().nullish() }));

const gitlab: Vendor = {
  name: "GitLab",
  server: {
    issuer: "https://gitlab.com",
    authorization_endpoint: "https://gitlab.com/oauth/authorize",
    token_endpoint: "https://gitlab.com/oauth/token",
    userinfo_endpoint: "https://gitlab.com/api/v4/user",
  },
  scopes: ["read_user"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, email, name, avatar_url } = await api.userInfo(GitlabUser);
    const emails = await api.get("https://gitlab.com/api/v4/user/emails", GitlabEmails);
    const entry = emails.find((one) => one.email === email);
    return {
      accountId: id,
      email,
      emailVerified: Boolean(entry?.confirmed_at),
      displayName: name,
      profileImageUrl: avatar_url,
    };
  },
};

const BitbucketUser = z.object({
  account_id: z.string(),
  display_name: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string() }).nullish() }).nullish(),
});
const BitbucketEmails = z.object({
  values: z.array(z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() })),
});

const bitbucket: Vendor = {
  name: "Bitbucket",
  server: {
    issuer: "https://bitbucket.org",
    authorization_endpoint: "https://bitbucket.org/site/oauth2/authorize",
    token_endpoint: "https://bitbucket.org/site/oauth2/access_token",
    userinfo_endpoint: "https://api.bitbucket.org/2.0/user",
  },
  scopes: ["account", "email"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const user = await api.userInfo(BitbucketUser);
    const emails = await api.get("https://api.bitbucket.org/2.0/user/emails", BitbucketEmails);
    const primary = emails.values.find((email) => email.is_primary);
    return {
      accountId: user.account_id,
      email: primary?.email,
      emailVerified: primary?.is_confirmed,
      displayName: user.display_name,
      profileImageUrl: user.links?.avatar?.href,
    };
  },
};

const linkedin: Vendor = {
  name: "LinkedIn",
  server: {
    issuer: "https://www.linkedin.com/oauth",
    authorization_endpoint: "https://www.linkedin.com/oauth/v2/authorization",
    token_endpoint: "https://www.linkedin.com/oauth/v2/accessToken",
    jwks_uri: "https://www.linkedin.com/oauth/openid/jwks",
    userinfo_endpoint: "https://api.linkedin.com/v2/userinfo",
  },
  scopes: ["openid", "profile", "email"],
  clientAuthentication: "post",
  withoutPkce: true,
  readProfile: readUserInfo,
};

const XUser = z.object({
  data: z.object({
    id: z.string(),
    name: z.string().nullish(),
    username: z.string().nullish(),
    profile_image_url: z.string().nullish(),
  }),
});

const x: Vendor = {
  name: "X",
  server: {
    issuer: "https://x.com",
    authorization_endpoint: "https://twitter.com/i/oauth2/authorize",
    token_endpoint: "https://api.x.com/2/oauth2/token",
    userinfo_endpoint: "https://api.x.com/2/users/me?user.fields=id,name,profile_image_url",
  },
  scopes: ["users.read", "offline.access", "tweet.read"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, name, username, profile_image_url } = (await api.userInfo(XUser)).data;
    return { accountId: id, displayName: name || username, profileImageUrl: profile_image_url };
  },
};

/** Every vendor by its name in a project's configuration; some depend on how the project has set them up. */
export const vendors: Record<ProviderType, Vendor | ((config: ProviderConfig) => Vendor)> = {
  google,
  github,
  microsoft,
  spotify,
  facebook,
  discord,
  gitlab,
  bitbucket,
  linkedin,
  apple,
  x,
  twitch,
};
