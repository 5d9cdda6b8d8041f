import type { Actor, ActorInSql, Impersonator } from "../../db/audit/actor";
import type { ConfiguredProject, Project } from "../../db/projects/project";
import type { OwnSession } from "../../db/sessions/queries";
import type { User } from "../../db/users/queries";
import type { Condition, Id } from "../../platform/database";
import type { Tools } from "../../platform/tools";
import type { TierClaim } from "../../protocol/request-headers";
import type { Router } from "../../protocol/router";
import type { Tier } from "../../protocol/tiers";

/** The caller, once every check has passed. */
export interface Caller {
  tier: Tier;
  project: Project;
  /** The end user of the access token; null without a token, or when the user is gone. */
  user: User | null;
  /** The session that the access token was made from. */
  sessionId: string | null;
  /** On an endpoint that accepts owners: the owner who acts on a project that they are no user of. */
  owner: ActingOwner | null;
  /** The same as the audit log names it. */
  actor: Actor;
}

/** A user of the internal project, whose session lives, with that project. */
export interface ActingOwner {
  project: Project;
  user: User;
}

/** The caller, before anything is read, if all that they claim is true. */
export interface AssumedCaller {
  tier: Tier;
  /** As this isolate last read it. */
  project: ConfiguredProject;
  user: { id: string } | null;
  sessionId: string | null;
  actor: ActorInSql;
  /** Holds if they pass every check that a caller has to pass, and their project is as it was. */
  isAdmitted: Condition;
}

/** Holds what the credentials claim before anything is read from storage. */
export interface Claims extends TierClaim {
  /** The hash of the tier's key, where the key is one to be looked up. */
  keyHash: string | undefined;
  /** Is true if the key is that of the project's hosted pages. Whether the project has some is not yet known. */
  hasHostedPagesKey: boolean;
  /** Is true for a client without a key, where the project lets them. */
  isKeyless: boolean;
  /**
   * The project's id once the key or the owner is proven, in the statement itself. The key of hosted pages that were
   * switched off still counts, as what was read with it is not returned.
   */
  provenProjectId: Id;
  userId: string | undefined;
  sessionId: string | null;
  /** Is true if the access token was made for an anonymous user. */
  isAnonymous: boolean;
  /** Is true if the access token's session impersonates its user. */
  isImpersonation: boolean;
  /** The internal project's user behind an owner token, or the token's refusal, raised after the errors of the project. */
  owner: OwnerClaim | { refuse(): never } | null;
  /** Holds what was read of that owner already, where their database is not that of the project. */
  foundOwner: FoundOwner | undefined;
  /** The user and the session of an owner who acts on the project, on an endpoint that accepts owners. */
  actingOwner: OwnerClaim | null;
  /** The caller, if all that is claimed is true. */
  assume(): AssumedCaller | undefined;
  /** The project as this isolate last read it, where it saw a moment ago that the key proves who sends the request. */
  provenLately(): ConfiguredProject | undefined;
}

/** The user behind an owner token, their session, and who impersonates them, as they are stored. */
export interface FoundOwner {
  user: { userId: string; teamId: string | null }[];
  session: OwnSession[];
  impersonator?: Impersonator[];
}

/** Holds what an owner token says. */
export interface OwnerClaim {
  userId: string;
  sessionId: string;
  isImpersonation: boolean;
}

export type AppRouter = Router<Tools, Claims, Caller>;
