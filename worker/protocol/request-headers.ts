import { refuse } from "./common-errors";
import { allTiers, type Tier } from "./tiers";

/**
 * This header goes both ways. In a response to a client, it stands for all that the client read or wrote in the database. The client
 * sends the same in its next request, so that a replica of the database may be read that has all of it.
 */
export const bookmarkHeader = "x-stack-bookmark";

/** The `X-Stack-…` headers of a request. Empty values count as absent: owner apps send empty key headers. */
export interface RequestCredentials {
  accessType?: string;
  projectId?: string;
  branchId: string;
  publishableClientKey?: string;
  secretServerKey?: string;
  superSecretAdminKey?: string;
  adminAccessToken?: string;
  workflowToken?: string;
  accessToken?: string;
  allowAnonymousUser: boolean;
}

/** Says what a request claims to be before anything is looked up: its tier and its project. */
export interface TierClaim {
  tier: Tier;
  projectId: string;
  credentials: RequestCredentials;
}

/** The client's package and version, when the header parses; it never causes an error. */
export interface ClientVersion {
  platform: string;
  packageName: string;
  version: string;
}

/** The project that a request names, whatever it is; null without one. */
export function readProjectId(headers: Headers): string | null {
  return headers.get("x-stack-project-id") || null;
}

/** The tier that a request claims, whatever it is; null without one. */
export function readAccessType(headers: Headers): string | null {
  return headers.get("x-stack-access-type") || null;
}

export function readCredentials(headers: Headers): RequestCredentials {
  const read = (name: string) => headers.get(`x-stack-${name}`) || undefined;
  return {
    accessType: read("access-type"),
    projectId: read("project-id"),
    branchId: read("branch-id") ?? "main",
    publishableClientKey: read("publishable-client-key"),
    secretServerKey: read("secret-server-key"),
    superSecretAdminKey: read("super-secret-admin-key"),
    adminAccessToken: read("admin-access-token"),
    workflowToken: read("workflow-token"),
    accessToken: read("access-token"),
    allowAnonymousUser: read("allow-anonymous-user") === "true",
  };
}

/**
 * Reads which tier of which project the request claims, or null when it claims none.
 *
 * @throws PROJECT_KEY_WITHOUT_ACCESS_TYPE, INVALID_ACCESS_TYPE, ACCESS_TYPE_WITHOUT_PROJECT_ID
 */
export function readTierClaim(credentials: RequestCredentials): TierClaim | null {
  const { accessType, projectId } = credentials;
  if (!accessType) {
    const { publishableClientKey, secretServerKey, superSecretAdminKey, adminAccessToken } = credentials;
    if (publishableClientKey || secretServerKey || superSecretAdminKey || adminAccessToken) {
      refuse("PROJECT_KEY_WITHOUT_ACCESS_TYPE");
    }
    return null;
  }
  const tier = allTiers.find((candidate) => candidate === accessType);
  if (!tier) return refuse("INVALID_ACCESS_TYPE", { accessType });
  if (!projectId) return refuse("ACCESS_TYPE_WITHOUT_PROJECT_ID", { request_type: tier });
  return { tier, projectId, credentials };
}

/** Says how a program names itself: by the version of its client, else by its user agent. */
export function clientName(headers: Headers): string {
  return headers.get("x-stack-client-version") || headers.get("user-agent") || "";
}

const clientVersionPattern = /^(\w+)\s+(@[\w/]+)@(\d+\.\d+\.\d+)$/;

export function readClientVersion(headers: Headers): ClientVersion | null {
  const [, platform, packageName, version] =
    clientVersionPattern.exec(headers.get("x-stack-client-version") ?? "") ?? [];
  return platform && packageName && version ? { platform, packageName, version } : null;
}
