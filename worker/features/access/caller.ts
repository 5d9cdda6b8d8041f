import type { Project } from "../../db/projects/project";
import type { User } from "../../db/users/queries";
import type { Tools } from "../../platform/tools";
import type { TierClaim } from "../../protocol/request-headers";
import type { Router } from "../../protocol/router";
import type { Tier } from "../../protocol/tiers";

/** Who sent a request, once every check has passed. */
export interface Caller {
  tier: Tier;
  project: Project;
  /** The end user of the access token; null without a token, or when the user is gone. */
  user: User | null;
  /** The session that the access token was made from. */
  sessionId: string | null;
}

/** What the credentials claim, before anything is looked up. */
export interface Claims extends TierClaim {
  userId: string | undefined;
  sessionId: string | null;
  /** Whether the access token was made for an anonymous user. */
  isAnonymous: boolean;
  /** The internal project's user behind an owner token, or the refusal of the token, which comes after the project's. */
  owner: { userId: string } | { refuse(): never } | null;
}

export type AppRouter = Router<Tools, Claims, Caller>;
