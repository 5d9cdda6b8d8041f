import type { CommonError } from "./common-errors";
import type { CredentialChange, CredentialChangeError } from "./credential-changes";
import type { Endpoint, RateLimitName } from "./endpoint";
import type { tooManyRequests } from "./error-definitions";
import type { Failing, Failure } from "./failing";
import type { AnyCaller, Deferring, Found, Statements, Write } from "./handler";
import type { RequestCredentials, TierClaim } from "./request-headers";

/** Holds what the protocol itself reads of claims. */
export interface AnyClaims {
  userId: string | undefined;
  /** The project's id for lists that are read before the caller is proven: the proof is part of the statement. */
  provenProjectId: unknown;
  /** The caller as they would be if all that is claimed is true; undefined where that is not known. */
  assume(): unknown;
  /**
   * The project, where this isolate saw a moment ago that the same key proves who sends the request; undefined elsewhere. The key
   * may have been revoked since, and nothing is known of a user.
   */
  provenLately(): unknown;
}

/** What a request asks of its caller, and does in the round trip that loads them. */
export interface Loading {
  /** What it changes of how a user signs in, for which the access token alone is not enough. */
  change?: CredentialChange | undefined;
  /** What is written in the same transaction, if the caller passes every check there: `results` has what was returned, or nothing. */
  write?: Write | undefined;
  /** Says whether an access token is refused whose session has ended; `write` is done by none. */
  needsLiveSession?: boolean;
  /** Says whether clients are refused whose session impersonates its user, by `write` too. */
  refusesImpersonation?: boolean;
  /** Says whether clients are refused whose user has signed up and is kept from full use, by `write` too. */
  refusesRestricted?: boolean;
}

/**
 * This is how requests are authenticated. The app brings it. The protocol decides the order of the checks. It reads no table.
 *
 * @typeParam Claims what the credentials claim, before anything is looked up
 * @typeParam Errors raised on any endpoint beside the common errors
 */
export interface Authentication<
  Tools,
  Claims extends AnyClaims,
  Caller extends AnyCaller,
  Errors extends Failure = never,
> {
  errors: readonly Errors[];
  /** Counts a request by the project whose server made it, or without a caller by its network, and refuses it above the limit. */
  rateLimit(name: RateLimitName, tools: Tools & Failing<typeof tooManyRequests>, caller?: Caller): Promise<void>;
  /** Counts what a client writes, by its network and the project that it names, and refuses it above the limit. */
  limitClientWrite(tools: Tools & Failing<typeof tooManyRequests>, projectId: string): Promise<void>;
  /** Reads what a request claims to be, where its headers of tier and project do not say it; null of one that claims nothing. */
  readClaim?(credentials: RequestCredentials, tools: Tools): TierClaim | null;
  /** Checks what needs no storage: signature and claims of the tokens. */
  readClaims(
    claim: TierClaim,
    tools: Tools & Failing<CommonError | Errors>,
    endpoint: Pick<Endpoint, "acceptsOwner" | "takesImpersonation" | "errors">,
  ): Promise<Claims>;
  /** Loads the caller, and runs the endpoint's own first statements in the same round trip. */
  loadCaller<S extends Statements>(
    claims: Claims,
    tools: Tools & Deferring & Failing<CommonError | Errors | CredentialChangeError | "RESTRICTED_USER_NOT_ALLOWED">,
    statements: S,
    loading?: Loading,
  ): Promise<{ caller: Caller; found: Found<S>; results?: readonly unknown[] | undefined }>;
}
