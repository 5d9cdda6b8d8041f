import type { Id } from "../../platform/database";
import type { RequestTools } from "../../platform/tools";

/** A user of the project, an owner of it, a holder of one of its keys, or a job of the system itself. */
export type ActorType = "user" | "owner" | "key" | "system";

/** Says who began the session in which an actor is impersonated. */
export interface Impersonator {
  type: ActorType;
  id: string | null;
}

/** Says who acts, and from where. */
export interface Actor<ActorId = string | null> {
  type: ActorType;
  /** The id of a user (an owner is a user of the internal project) or of a set of keys; null for the system. */
  id: ActorId;
  sessionId: string | null;
  /** The project in which the session impersonates the actor; null where it does not. */
  impersonatedIn: string | null;
  /** Says who impersonates the actor, where that is known already. */
  impersonator?: Impersonator;
  ip: string | null;
  countryCode: string | null;
  userAgent: string | null;
}

/** An actor in a statement, whose id may be SQL that finds it. */
export type ActorInSql = Actor<Id | null>;

/** Keys that are no rows: those of the settings, those derived for hosted pages, and none at all where a project asks for none. */
export type FixedKeyId = "configured" | "hosted-pages" | "keyless";

/** A job, which no request started. */
export const systemActor: Actor = {
  type: "system",
  id: null,
  sessionId: null,
  impersonatedIn: null,
  ip: null,
  countryCode: null,
  userAgent: null,
};

/** Long enough for every browser. */
const maxUserAgentLength = 256;

/** An actor at the address that a request came from. */
export function actorFrom<ActorId extends Id | null>(
  { place, userAgent }: RequestTools["sender"],
  actor: Pick<Actor<ActorId>, "type" | "id"> & Partial<Actor<ActorId>>,
): Actor<ActorId> {
  return {
    ...systemActor,
    ip: place?.ip ?? null,
    countryCode: place?.countryCode ?? null,
    userAgent: userAgent.slice(0, maxUserAgentLength) || null,
    ...actor,
  };
}

/** The user who proves at this moment who they are, where no caller was loaded before: sign-ins, links in emails. */
export function userActor(sender: RequestTools["sender"], userId: string, sessionId: string | null = null): Actor {
  return actorFrom(sender, { type: "user", id: userId, sessionId });
}
