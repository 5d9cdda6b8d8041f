import { JOSEError } from "jose/errors";
import { jwtVerify } from "jose/jwt/verify";
import { appInternals } from "../app/internals";
import { baseUrlOf } from "../connection/app-options";
import type { Connection } from "../connection/connection";
import * as environment from "../host/environment";
import type { AccessToken, AccessTokenClaims } from "../session/access-token";
import type { Session } from "../session/session";
import type { RequestLike } from "../session/token-store/token-store";
import { type PartialUser, toPartialUser } from "../users/partial-user";
import { PublicKeys } from "./public-keys";
import { type AnyApp, sessionOfRequest } from "./request-session";

/** The user of a request as a verified access token describes them, as of when it was made: at most some minutes ago. */
export interface VerifiedUser extends PartialUser {
  readonly selectedTeamId: string | null;
  /** Somebody else acts as the user. */
  readonly isImpersonation: boolean;
  /** The session, as `user.getActiveSessions()` lists it. */
  readonly sessionId: string;
  /** All claims of the token. */
  readonly claims: AccessTokenClaims;
}

/** Options of {@link verifyRequest}. */
export interface VerifyOptions {
  /** Also accepts anonymous users. */
  readonly anonymous?: boolean;
  /** Also accepts users whom the project keeps from full use, such as those without a verified address where it asks for one. */
  readonly restricted?: boolean;
  /**
   * Says whether a request with a refresh token is verified with a new access token when its own has expired. That takes a
   * request to the API. The default is true.
   */
  readonly refresh?: boolean;
}

/**
 * The user of a request, by the signature of its access token: in its `x-stack-auth` header, as `Authorization: Bearer …` or in
 * its cookies. The API is requested for its public keys, once in ten minutes, and to refresh an expired token. What has changed
 * since the token was made, such as a deleted or restricted account, shows when it expires. Where that is too late, use
 * `app.getUser({ tokenStore: request })`.
 * @returns null without a valid token for the app's project, and for an anonymous or restricted user unless requested
 * @throws ConnectionError when the public keys cannot be read
 */
export async function verifyRequest(
  app: AnyApp,
  request: RequestLike,
  options?: VerifyOptions,
): Promise<VerifiedUser | null> {
  const found = sessionOfRequest(app, request);
  return found && (await verifySession(app, found.session, options));
}

/** The same, for a session of any token store. */
export async function verifySession(
  app: AnyApp,
  session: Session,
  { anonymous = false, restricted = false, refresh = true }: VerifyOptions = {},
): Promise<VerifiedUser | null> {
  const { connection } = app[appInternals];
  const presented = session.usableAccessToken(0);
  const verified = presented && (await verify(connection, presented, anonymous));
  if (verified || !refresh || session.refreshToken === null) return admit(verified, restricted);
  if (presented?.claims.is_anonymous && !anonymous) return null;
  // The token is missing, has expired, or its key is no longer in use: the session behind it may still be good.
  if (presented) session.markAccessTokenExpired(presented);
  const renewed = await session.accessToken(0);
  return admit(renewed && (await verify(connection, renewed, anonymous)), restricted);
}

/** Anonymous users were asked for by now. */
function admit(user: VerifiedUser | null, restricted: boolean): VerifiedUser | null {
  return user?.isRestricted && !user.isAnonymous && !restricted ? null : user;
}

/** The user of a token, whose claims decide what it is checked for: keys, issuer and audience of named or of anonymous users. */
async function verify(connection: Connection, token: AccessToken, anonymous: boolean): Promise<VerifiedUser | null> {
  const { claims } = token;
  const { projectId, host } = connection;
  if (claims.is_anonymous && !anonymous) return null;
  try {
    await jwtVerify(token.text, keysOf(connection)[claims.is_anonymous ? "anonymous" : "named"].keyOf, {
      algorithms: ["ES256"],
      audience: claims.is_anonymous ? `${projectId}:anon` : projectId,
      issuer: issuersOf(connection, claims.is_anonymous ? "projects-anonymous-users" : "projects"),
      requiredClaims: ["exp", "iat"],
      currentDate: new Date(host.now()),
    });
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
  return {
    ...toPartialUser(claims),
    selectedTeamId: claims.selected_team_id,
    isImpersonation: claims.is_impersonation ?? false,
    sessionId: claims.refresh_token_id,
    claims,
  };
}

interface ProjectKeys {
  readonly named: PublicKeys;
  readonly anonymous: PublicKeys;
}

const keysByConnection = new WeakMap<Connection, ProjectKeys>();

function keysOf(connection: Connection): ProjectKeys {
  const { host, options, projectId } = connection;
  const keys = (query: string) =>
    new PublicKeys(
      host,
      () => `${baseUrlOf(options, host)}/api/v1/projects/${projectId}/.well-known/jwks.json${query}`,
    );
  const known = keysByConnection.get(connection) ?? { named: keys(""), anonymous: keys("?include_anonymous=true") };
  keysByConnection.set(connection, known);
  return known;
}

/**
 * Returns the issuers that the app's project may have. The API has one public address, but a backend may reach it by another, in
 * its own network.
 */
export function issuersOf(
  { options, host, projectId }: Connection,
  kind: "projects" | "projects-anonymous-users" = "projects",
): string[] {
  const { baseUrl } = options;
  const configured =
    typeof baseUrl === "object" ? [baseUrl.browser, baseUrl.server] : [baseUrl || environment.browserBaseUrl()];
  return [...configured, baseUrlOf(options, host)].flatMap((url) =>
    url ? [`${url.replace(/\/$/, "")}/api/v1/${kind}/${projectId}`] : [],
  );
}
