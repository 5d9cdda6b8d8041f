import type { Endpoints } from "../../../worker/contracts";
import type { ReceivedBody, SentBody, SentParams, SentQuery, TiersOf } from "../../../worker/protocol/wire";
import type { Json } from "./json";
import type { Tier } from "./tier";

// Declares what each endpoint takes and returns, from the contracts of the API. Types only: nothing of the contracts is bundled.

/** Method and path of an endpoint: `PATCH /teams/{team_id}`. */
export type EndpointKey = keyof Endpoints;

/** Of several possible tiers the one that may do least. */
type Lowest<T extends Tier> = "client" extends T ? "client" : "server" extends T ? "server" : "admin";

type KeysByTier = {
  readonly [T in Tier]: { [K in EndpointKey]: T extends TiersOf<Endpoints[K]> ? K : never }[EndpointKey];
};

/** The endpoints that a request of tier `T` may use. */
export type KeyAt<T extends Tier> = KeysByTier[Lowest<T>];
export type ReadKey<T extends Tier> = Extract<KeyAt<T>, `GET ${string}`>;
export type WriteKey<T extends Tier> = Exclude<KeyAt<T>, `GET ${string}`>;

/** Any JSON, as the contracts type it. */
type Metadata = ReceivedBody<Endpoints["GET /users/me"], "client">["client_metadata"];

/** JSON may be given as readonly values, and with fields of undefined, which are not sent. */
type Sent<V> = unknown extends V
  ? V
  : Metadata extends V
    ? Json
    : V extends readonly (infer Each)[]
      ? readonly Sent<Each>[]
      : V extends object
        ? { readonly [F in keyof V as string extends F ? never : F]: Sent<V[F]> }
        : V;

/** Booleans travel as text in a query. */
type QueryValue<V> = [V] extends ["true" | "false" | undefined] ? boolean | undefined : V;

export type ParamsOf<K extends EndpointKey> = SentParams<Endpoints[K]>;
export type QueryOf<K extends EndpointKey, T extends Tier> =
  SentQuery<Endpoints[K], Lowest<T>> extends infer Q ? { readonly [F in keyof Q]: QueryValue<Q[F]> } : never;
export type BodyOf<K extends EndpointKey, T extends Tier> = Sent<SentBody<Endpoints[K], Lowest<T>>>;
export type ResponseOf<K extends EndpointKey, T extends Tier = "client"> = ReceivedBody<Endpoints[K], Lowest<T>>;

/** An endpoint that does not declare a part takes an empty one. */
type Part<Name extends string, Value, Given = Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: Record<string, never> }
  : Record<never, never> extends Value
    ? { readonly [N in Name]?: Given }
    : { readonly [N in Name]: Given };

type FieldOf<V> = V extends unknown ? keyof V : never;

/** `Given`, if it has no fields but those of `Wanted`: more of them in a variable would pass otherwise. */
type Only<Given, Wanted> = [Exclude<FieldOf<Given>, FieldOf<Wanted>>] extends [never]
  ? Given
  : Given & { readonly [F in Exclude<FieldOf<Given>, FieldOf<Wanted>>]: never };

/** Holds what goes into the address of a request. */
export type AddressParts<K extends EndpointKey, T extends Tier> = Part<"params", ParamsOf<K>> &
  Part<"query", QueryOf<K, T>>;

/** Holds what a request consists of; `Body` is the type of the given body. */
export type RequestParts<K extends EndpointKey, T extends Tier, Body = BodyOf<K, T>> = AddressParts<K, T> &
  Part<"body", BodyOf<K, T>, Only<Body, BodyOf<K, T>>> & {
    /** Ends the request, whose response is no longer wanted. */
    readonly signal?: AbortSignal | undefined;
  };

/** `Given`, if its parts have no fields but those of the request that is `Wanted`. */
export type OnlyParts<Given, Wanted> = {
  readonly [N in keyof Given]: N extends keyof Wanted ? Only<Given[N], Wanted[N]> : never;
};

/** An argument that can be left out when no part of it is required. */
export type Optional<Parts> = Record<never, never> extends Parts ? [parts?: Parts] : [parts: Parts];
