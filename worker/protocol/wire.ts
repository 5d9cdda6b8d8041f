import type * as z from "zod";
import type { Endpoint } from "./endpoint";
import type { ByTier, ShapeAt, Tier } from "./tiers";

// The endpoints from the client's side: what a request of a tier may contain, and what its response contains.

type At<S, T extends Tier> = S extends ByTier<z.ZodType, infer Shapes> ? ShapeAt<Shapes, T> : S;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type EachOf<S> = S extends readonly (infer Each)[] ? Each : S;
type PartOf<E, Part extends string> = E extends { [P in Part]: infer S } ? S : undefined;

/** The tiers that may use an endpoint. */
export type TiersOf<E extends Endpoint> = E["access"] extends readonly (infer T)[] ? T : Tier;

export type SentParams<E extends Endpoint> = Input<PartOf<E, "params">>;
export type SentQuery<E extends Endpoint, T extends Tier> = Input<At<PartOf<E, "query">, T>>;
export type SentBody<E extends Endpoint, T extends Tier> = Input<At<EachOf<PartOf<E, "body">>, T>>;

/** The JSON of a response; unknown where the handler makes a Response of its own. */
export type ReceivedBody<E extends Endpoint, T extends Tier> =
  At<E["response"], T> extends infer S
    ? S extends z.ZodType
      ? z.output<S>
      : S extends "text"
        ? string
        : unknown
    : never;
