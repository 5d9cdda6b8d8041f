import type { Visit } from "../../worker/testing/vendor-visit";

type VendorPerson = Visit["person"];

/** A refusal of the token endpoint, by what it means. */
export type TokenRefusal = "invalid_grant" | "invalid_client";

/** Says how one vendor responds, after its public documentation. */
export interface VendorShape {
  /** Host and path of each endpoint. */
  authorization: string;
  token: string;
  /** An OpenID provider signs ID tokens. */
  openId?: { issuer: string; keys: string; claims: (person: VendorPerson) => object };
  takesSecretBy: "basic" | "post";
  refusesPkce?: true;
  respondsByForm?: true;
  /** Holds what comes back with the code, beyond code and state. */
  withCode?: Record<string, string>;
  /** Holds what comes back instead when the user cancels. */
  denial: Record<string, string>;
  /** The token response, beside the access token and the fields below. */
  tokens: { expires_in?: number; token_type?: string; scope?: string | string[]; [other: string]: unknown };
  givesRefreshToken: boolean;
  refusals: Record<TokenRefusal, { status: number; body: object }>;
  /** A header without which the API refuses a request. */
  demands?: string;
  /** Returns what the API has at a host and path, for the user of the access token. */
  api: (resource: string, person: VendorPerson) => unknown;
}

/** RFC 6749 section 5.2, which most vendors follow. */
const standardRefusals = {
  invalid_grant: { status: 400, body: { error: "invalid_grant", error_description: "Invalid authorization code" } },
  invalid_client: { status: 401, body: { error: "invalid_client", error_description: "Invalid client" } },
};
const denied = { error: "access_denied", error_description: "The user denied the request" };

const standardClaims = ({ id, name, email, emailVerified, picture }: VendorPerson) => ({
  sub: id,
  name,
  picture,
  ...(email && { email, email_verified: emailVerified }),
});

/** Returns what an API has, by host and path. */
function documents(all: (person: VendorPerson) => Record<string, unknown>): VendorShape["api"] {
  return (resource, person) => all(person)[resource];
}

export const vendorShapes: Record<string, VendorShape> = {
  google: {
    authorization: "accounts.google.com/o/oauth2/v2/auth",
    token: "oauth2.googleapis.com/token",
    openId: {
      issuer: "https://accounts.google.com",
      keys: "www.googleapis.com/oauth2/v3/certs",
      claims: standardClaims,
    },
    takesSecretBy: "basic",
    withCode: { iss: "https://accounts.google.com", authuser: "0", prompt: "consent" },
    denial: { error: "access_denied" },
    tokens: { expires_in: 3599, token_type: "Bearer", scope: "openid email profile" },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents((person) => ({ "openidconnect.googleapis.com/v1/userinfo": standardClaims(person) })),
  },
  github: {
    authorization: "github.com/login/oauth/authorize",
    token: "github.com/login/oauth/access_token",
    takesSecretBy: "basic",
    denial: { ...denied, error_uri: "https://docs.github.com/" },
    tokens: { token_type: "bearer", scope: "user:email" },
    givesRefreshToken: false,
    // GitHub refuses with status 200.
    refusals: {
      invalid_grant: {
        status: 200,
        body: { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." },
      },
      invalid_client: {
        status: 200,
        body: { error: "incorrect_client_credentials", error_description: "The client_id is incorrect." },
      },
    },
    demands: "user-agent",
    api: documents(({ id, name, email, emailVerified, picture }) => ({
      "api.github.com/user": { login: "octocat", id: Number(id), avatar_url: picture, name, email: null },
      "api.github.com/user/emails": [
        { email: "second@github.test", primary: false, verified: true, visibility: null },
        ...(email ? [{ email, primary: true, verified: emailVerified, visibility: "private" }] : []),
      ],
    })),
  },
  microsoft: {
    authorization: "login.microsoftonline.com/consumers/oauth2/v2.0/authorize",
    token: "login.microsoftonline.com/consumers/oauth2/v2.0/token",
    openId: {
      issuer: "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
      keys: "login.microsoftonline.com/consumers/discovery/v2.0/keys",
      claims: ({ id }) => ({ sub: `pairwise-${id}`, tid: "9188040d-6c67-4c5b-b112-36a304b66dad", ver: "2.0" }),
    },
    takesSecretBy: "basic",
    denial: { ...denied, error_subcode: "cancel" },
    tokens: { expires_in: 3599, ext_expires_in: 3599, token_type: "Bearer", scope: "User.Read openid" },
    givesRefreshToken: false,
    refusals: standardRefusals,
    api: documents(({ id, name, email }) => ({
      "graph.microsoft.com/v1.0/me": { id, displayName: name, mail: null, userPrincipalName: email },
    })),
  },
  spotify: {
    authorization: "accounts.spotify.com/authorize",
    token: "accounts.spotify.com/api/token",
    takesSecretBy: "basic",
    denial: { error: "access_denied" },
    tokens: { expires_in: 3600, token_type: "Bearer", scope: "user-read-email user-read-private" },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents(({ id, name, email, picture }) => ({
      "api.spotify.com/v1/me": { id, display_name: name, email, images: [{ url: picture, height: 64, width: 64 }] },
    })),
  },
  facebook: {
    authorization: "facebook.com/v20.0/dialog/oauth/",
    token: "graph.facebook.com/v20.0/oauth/access_token",
    openId: {
      issuer: "https://www.facebook.com",
      keys: "www.facebook.com/.well-known/oauth/openid/jwks",
      claims: standardClaims,
    },
    takesSecretBy: "basic",
    denial: { ...denied, error_code: "200", error_reason: "user_denied" },
    tokens: { expires_in: 5_183_944, token_type: "bearer" },
    givesRefreshToken: false,
    refusals: {
      invalid_grant: {
        status: 400,
        body: { error: { message: "This authorization code has been used.", type: "OAuthException", code: 100 } },
      },
      invalid_client: {
        status: 400,
        body: { error: { message: "Error validating client secret.", type: "OAuthException", code: 1 } },
      },
    },
    api: (resource, { id, name, email, picture }) => {
      if (resource === "graph.facebook.com/v3.2/me") return { id, name, ...(email && { email }) };
      if (resource !== `graph.facebook.com/${id}`) return undefined;
      return { id, picture: { data: { url: picture, height: 50, width: 50, is_silhouette: false } } };
    },
  },
  discord: {
    authorization: "discord.com/oauth2/authorize",
    token: "discord.com/api/oauth2/token",
    takesSecretBy: "basic",
    denial: denied,
    tokens: { expires_in: 604_800, token_type: "Bearer", scope: "identify email" },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents(({ id, name, email, emailVerified, picture }) => ({
      "discord.com/api/users/@me": {
        id,
        username: "nelly",
        global_name: name,
        avatar: picture.split(/[/.]/).at(-2),
        email,
        verified: emailVerified,
      },
    })),
  },
  gitlab: {
    authorization: "gitlab.com/oauth/authorize",
    token: "gitlab.com/oauth/token",
    takesSecretBy: "basic",
    denial: denied,
    tokens: { expires_in: 7200, token_type: "Bearer", scope: "read_user", created_at: 1_700_000_000 },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents(({ id, name, email, emailVerified, picture }) => ({
      "gitlab.com/api/v4/user": { id: Number(id), username: "lab", name, email, avatar_url: picture },
      "gitlab.com/api/v4/user/emails": [
        { id: 1, email: "second@gitlab.test", confirmed_at: "2024-01-01T00:00:00.000Z" },
        ...(email ? [{ id: 2, email, confirmed_at: emailVerified ? "2024-01-01T00:00:00.000Z" : null }] : []),
      ],
    })),
  },
  bitbucket: {
    authorization: "bitbucket.org/site/oauth2/authorize",
    token: "bitbucket.org/site/oauth2/access_token",
    takesSecretBy: "basic",
    denial: denied,
    tokens: { expires_in: 7200, token_type: "bearer", scopes: "account email", state: "authorization_code" },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents(({ id, name, email, emailVerified, picture }) => ({
      "api.bitbucket.org/2.0/user": { account_id: id, display_name: name, links: { avatar: { href: picture } } },
      "api.bitbucket.org/2.0/user/emails": {
        pagelen: 10,
        values: [
          { email: "second@bitbucket.test", is_primary: false, is_confirmed: true, type: "email" },
          ...(email ? [{ email, is_primary: true, is_confirmed: emailVerified, type: "email" }] : []),
        ],
      },
    })),
  },
  linkedin: {
    authorization: "www.linkedin.com/oauth/v2/authorization",
    token: "www.linkedin.com/oauth/v2/accessToken",
    openId: {
      issuer: "https://www.linkedin.com/oauth",
      keys: "www.linkedin.com/oauth/openid/jwks",
      claims: standardClaims,
    },
    takesSecretBy: "post",
    refusesPkce: true,
    denial: { error: "user_cancelled_login", error_description: "The user cancelled LinkedIn login" },
    // As documented, without a token type.
    tokens: { expires_in: 5_184_000, scope: "email,openid,profile" },
    givesRefreshToken: false,
    refusals: standardRefusals,
    api: documents((person) => ({ "api.linkedin.com/v2/userinfo": standardClaims(person) })),
  },
  apple: {
    authorization: "appleid.apple.com/auth/authorize",
    token: "appleid.apple.com/auth/token",
    openId: {
      issuer: "https://appleid.apple.com",
      keys: "appleid.apple.com/auth/keys",
      claims: ({ id, email, emailVerified }) => ({
        sub: id,
        nonce_supported: true,
        ...(email && { email, email_verified: String(emailVerified) }),
      }),
    },
    takesSecretBy: "post",
    respondsByForm: true,
    denial: { error: "user_cancelled_authorize" },
    tokens: { expires_in: 3600, token_type: "Bearer" },
    givesRefreshToken: true,
    refusals: {
      invalid_grant: { status: 400, body: { error: "invalid_grant" } },
      invalid_client: { status: 400, body: { error: "invalid_client" } },
    },
    api: documents(({ id }) => ({ "appleid.apple.com/auth/userinfo": { sub: id } })),
  },
  x: {
    authorization: "twitter.com/i/oauth2/authorize",
    token: "api.x.com/2/oauth2/token",
    takesSecretBy: "basic",
    denial: { error: "access_denied" },
    tokens: { expires_in: 7200, token_type: "bearer", scope: "users.read offline.access tweet.read" },
    givesRefreshToken: true,
    refusals: standardRefusals,
    api: documents(({ id, name, picture }) => ({
      "api.x.com/2/users/me": { data: { id, name, username: "larry", profile_image_url: picture } },
    })),
  },
  twitch: {
    authorization: "id.twitch.tv/oauth2/authorize",
    token: "id.twitch.tv/oauth2/token",
    takesSecretBy: "post",
    denial: { ...denied, error_description: "The user denied you access" },
    tokens: { expires_in: 14_124, token_type: "bearer", scope: ["user:read:email"] },
    givesRefreshToken: true,
    refusals: {
      invalid_grant: { status: 400, body: { status: 400, message: "Invalid authorization code" } },
      invalid_client: { status: 403, body: { status: 403, message: "invalid client secret" } },
    },
    demands: "client-id",
    api: documents(({ id, name, email, picture }) => ({
      "api.twitch.tv/helix/users": {
        data: [{ id, login: "twitchdev", display_name: name, profile_image_url: picture, ...(email && { email }) }],
      },
    })),
  },
};
