import type { CommonError } from "./common-errors";
import type {
  BodyOf,
  Endpoint,
  EndpointSpec,
  ErrorsOf,
  HeadersOf,
  ParamsOf,
  QueryOf,
  RequiresUser,
  ResponseOf,
} from "./endpoint";
import type { Failing } from "./failing";
import type { Tier } from "./tiers";

/** Holds what the protocol itself reads of a caller. Slices see all of it. */
export interface AnyCaller {
  tier: Tier;
  project: { id: string };
  user: { id: string; primaryEmail: string | null } | null;
}

/** Statements by name, each a promise of its result. One that does not apply to a request is left out or undefined. */
export type Statements = Record<string, PromiseLike<unknown> | undefined>;
type NoStatements = Record<never, never>;
export type Found<S extends Statements> = { [Name in keyof S]: Awaited<S[Name]> };

type CallerOf<Caller extends AnyCaller, Spec extends EndpointSpec> = Spec["access"] extends "public"
  ? Caller | null
  : RequiresUser<Spec> extends true
    ? Caller & { user: NonNullable<Caller["user"]> }
    : Caller;

/** The parts of a request after validation. */
export interface Input<Spec extends EndpointSpec> {
  body: BodyOf<Spec>;
  query: QueryOf<Spec>;
  params: ParamsOf<Spec>;
  headers: HeadersOf<Spec>;
}

/** Holds what is given to those who may do work that no response waits for. */
export interface Deferring {
  /** Runs work after the response. Its failure is only logged. */
  defer(work: () => Promise<unknown>): void;
}

/** Holds what a handler is given: the caller, the request's parts, the tools, and ways to fail and to defer work. */
export type RequestContext<
  Tools,
  Caller extends AnyCaller,
  Spec extends EndpointSpec,
  S extends Statements = NoStatements,
> = Tools &
  Input<Spec> &
  Failing<ErrorsOf<Spec> | CommonError> &
  Deferring & {
    caller: CallerOf<Caller, Spec>;
    /** The results of the endpoint's prefetched statements. */
    found: Found<S>;
    /** Headers of the response, which it has also when the handler fails. */
    responseHeaders: Headers;
  };

export type Handler<Tools, Caller extends AnyCaller, Spec extends EndpointSpec, S extends Statements = NoStatements> = (
  context: RequestContext<Tools, Caller, Spec, S>,
) => Promise<ResponseOf<Spec>> | ResponseOf<Spec>;

/** Holds what is known of a request before its caller is loaded. `userId` is set where the endpoint requires a user. */
export type PrefetchContext<Tools, Spec extends EndpointSpec, ProvenId> = Tools &
  Input<Spec> & {
    projectId: string;
    /** The same, for lists: it finds no row unless the caller is who they claim to be. */
    provenProjectId: ProvenId;
    userId: RequiresUser<Spec> extends true ? string : string | undefined;
  };

/**
 * This handler comes with the statements that it needs first. They run in the round trip that loads the caller, on claims that are not
 * yet proven. They may therefore only read, and lists only with `provenProjectId`. `handle` gets their results once every check has
 * passed.
 */
export interface PreparedHandler<
  Tools,
  Caller extends AnyCaller,
  Spec extends EndpointSpec,
  S extends Statements,
  ProvenId,
  Project = never,
  Begun = never,
> {
  prefetch(context: PrefetchContext<Tools, Spec, ProvenId>): S | Promise<S>;
  /**
   * Begins what the handler waits for and the database is not needed for, beside the round trip that loads the caller. It is only for
   * those whose key was proven a moment ago, so that strangers begin nothing. The caller may be refused all the same, so it must give
   * nothing away. What has not begun here begins in the handler.
   */
  begin?(context: BeginContext<Tools, Spec, Project>): Promise<Begun> | undefined;
  handle: (
    context: RequestContext<Tools, Caller, Spec, S> & { begun: Promise<Begun> | undefined },
  ) => Promise<ResponseOf<Spec>> | ResponseOf<Spec>;
}

/** Holds what is known of a request whose key was proven a moment ago. */
export type BeginContext<Tools, Spec extends EndpointSpec, Project> = Tools &
  Input<Spec> &
  Failing<ErrorsOf<Spec> | CommonError> & {
    /** As this isolate last read it. */
    project: NonNullable<Project>;
  };

/**
 * Holds what a request is going to write, with what was made for it, such as an id. The statements run in one transaction with
 * those that load the caller, or not at all.
 */
export interface Write {
  statements: readonly object[];
}

/** Holds what the statements of a write have returned, in their order. */
export type ResultsOf<W extends Write> = { [Index in keyof W["statements"]]: Awaited<W["statements"][Index]> };

/** Holds what is known of a request that has not been proven: its caller as they were when this isolate last saw their project. */
export type WriteContext<Tools, Spec extends EndpointSpec, Assumed> = Tools &
  Input<Spec> &
  Failing<ErrorsOf<Spec> | CommonError> & { caller: NonNullable<Assumed> };

/**
 * This handler may write in the round trip that loads the caller. The database writes only if the caller passes every check and the
 * project's configuration is still the one that `write` has seen. Otherwise nothing is written. The request goes on as if there were no
 * `write`, and is refused as any other would be.
 */
export interface WritingHandler<Tools, Caller extends AnyCaller, Spec extends EndpointSpec, W extends Write, Assumed> {
  /** Undefined where a rule needs a read first. What it throws is left to `handle`, which checks the same. */
  write(context: WriteContext<Tools, Spec, Assumed>): W | undefined | Promise<W | undefined>;
  handle: (
    context: RequestContext<Tools, Caller, Spec> & {
      /** Holds what was written already, with the results; without it, the handler has to write. */
      written: (W & { results: ResultsOf<W> }) | undefined;
    },
  ) => Promise<ResponseOf<Spec>> | ResponseOf<Spec>;
}

/** A handler once the types that tie it to its endpoint are gone. */
export interface AnyHandler<Tools> {
  prefetch?: (context: PrefetchContext<Tools, EndpointSpec, never>) => Statements | Promise<Statements>;
  begin?: (context: never) => Promise<unknown> | undefined;
  write?: (context: never) => Write | undefined | Promise<Write | undefined>;
  handle: (context: never) => unknown;
}

/** An endpoint with its handler. */
export interface Route<Tools> {
  endpoint: Endpoint;
  handler: AnyHandler<Tools>;
}
