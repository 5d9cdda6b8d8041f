import type * as z from "zod";
import { cast, NoOwnUser } from "./casting";
import { refuse } from "./common-errors";
import type { Endpoint, Shape } from "./endpoint";
import { KnownError } from "./known-errors";
import { allTiers, shapeFor, type Tier } from "./tiers";
import { type RequestPart, schemaErrorText, validatePart } from "./validation-messages";

/** A request as it was sent: what validation starts from. */
export interface RawRequest {
  method: string;
  /** The path as the client wrote it, percent-encoding kept, for messages. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** Holds what validation needs of the caller. */
export interface RequestAuth {
  tier: Tier | undefined;
  userId: string | undefined;
}

export interface ParsedRequest {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
}

/** One way to use an endpoint: some tiers, and the shapes that apply to them. */
interface Variant {
  tiers: readonly Tier[] | "public";
  parts: { name: RequestPart["name"]; schema: z.ZodType }[];
}

/**
 * Checks tier and shapes and returns the request's parts, cast and validated. Every variant of the endpoint is tried;
 * the errors of all that fail are merged into one.
 *
 * @throws ACCESS_TYPE_REQUIRED, INSUFFICIENT_ACCESS_TYPE, CANNOT_GET_OWN_USER_WITHOUT_USER, SCHEMA_ERROR,
 *   ALL_OVERLOADS_FAILED
 */
export function parseRequest(endpoint: Endpoint, request: RawRequest, auth: RequestAuth): ParsedRequest {
  const errors: KnownError[] = [];
  for (const variant of variantsOf(endpoint, auth.tier)) {
    try {
      return parseVariant(endpoint, variant, request, auth);
    } catch (error) {
      if (!(error instanceof KnownError)) throw error;
      errors.push(error);
    }
  }
  throw mergeOverloadErrors(errors);
}

function parseVariant(endpoint: Endpoint, variant: Variant, request: RawRequest, auth: RequestAuth): ParsedRequest {
  if (variant.tiers !== "public") {
    if (!auth.tier) return refuse("ACCESS_TYPE_REQUIRED");
    if (!variant.tiers.includes(auth.tier)) {
      return refuse("INSUFFICIENT_ACCESS_TYPE", { actual_access_type: auth.tier, allowed_access_types: variant.tiers });
    }
  }
  const complaints = endpoint.requiresUser && !auth.userId ? ["auth.user must be defined"] : [];
  const parsed: ParsedRequest = { params: request.params, query: undefined, headers: undefined, body: undefined };
  for (const { name, schema } of variant.parts) {
    const original = request[name];
    const result = validatePart({ name, schema, value: castPart(schema, original, auth.userId), original });
    if (result.ok) parsed[name] = result.value;
    else complaints.push(...result.complaints);
  }
  if (complaints.length > 0) {
    return refuse("SCHEMA_ERROR", { message: schemaErrorText(request.method, request.path, complaints) });
  }
  return parsed;
}

function castPart(schema: z.ZodType, value: unknown, ownUserId: string | undefined): unknown {
  try {
    return cast(schema, value, ownUserId);
  } catch (error) {
    if (error instanceof NoOwnUser) return refuse("CANNOT_GET_OWN_USER_WITHOUT_USER");
    throw error;
  }
}

/** The variants of an endpoint by tier, each made once: nothing in them is of a request. */
const knownVariants = new WeakMap<Endpoint, Map<Tier | undefined, readonly Variant[]>>();

function variantsOf(endpoint: Endpoint, tier: Tier | undefined): readonly Variant[] {
  const byTier = knownVariants.get(endpoint) ?? new Map<Tier | undefined, readonly Variant[]>();
  knownVariants.set(endpoint, byTier);
  const variants = byTier.get(tier) ?? makeVariants(endpoint, tier);
  byTier.set(tier, variants);
  return variants;
}

/** Each alternative body makes variants of its own: one for public endpoints, else one per group of tiers. */
function makeVariants(endpoint: Endpoint, tier: Tier | undefined): Variant[] {
  const { access, body } = endpoint;
  const bodies = isList(body) ? body : [body];
  return bodies.flatMap((each) =>
    typeof access === "string"
      ? [{ tiers: "public", parts: partsFor(endpoint, each, tier ?? "client") }]
      : variantsByTier(endpoint, access, each),
  );
}

/** Tiers that share all shapes make one variant. */
function variantsByTier(endpoint: Endpoint, tiers: readonly Tier[], body: Shape | undefined): Variant[] {
  const variants: { tiers: Tier[]; parts: Variant["parts"] }[] = [];
  for (const tier of tiers) {
    const parts = partsFor(endpoint, body, tier);
    const twin = variants.find((variant) => variant.parts.every((part, index) => part.schema === parts[index]?.schema));
    if (twin) twin.tiers.push(tier);
    else variants.push({ tiers: [tier], parts });
  }
  return variants;
}

function isList(body: Endpoint["body"]): body is readonly Shape[] {
  return Array.isArray(body);
}

function partsFor(endpoint: Endpoint, body: Shape | undefined, tier: Tier): Variant["parts"] {
  const shapes: [RequestPart["name"], Shape | undefined][] = [
    ["params", endpoint.params],
    ["body", body],
    ["query", endpoint.query],
    ["headers", endpoint.headers],
  ];
  return shapes.flatMap(([name, shape]) => (shape ? [{ name, schema: shapeFor(shape, tier) }] : []));
}

/**
 * Returns the one error of an endpoint none of whose variants took the request. Equal errors collapse, refused tiers are united, and
 * any other error hides a refused tier. What is left alone is the response. Several become `ALL_OVERLOADS_FAILED`.
 */
export function mergeOverloadErrors(errors: readonly KnownError[]): KnownError {
  const refusedTiers = errors.filter((error) => error.code === "INSUFFICIENT_ACCESS_TYPE");
  const complaints = distinct(errors.filter((error) => error.code !== "INSUFFICIENT_ACCESS_TYPE"));
  const [only, ...others] = complaints;
  if (!only) return uniteRefusedTiers(refusedTiers);
  if (others.length === 0) return only;
  return new KnownError("ALL_OVERLOADS_FAILED", {
    overload_errors: complaints.map(({ code, details, message }) => ({
      code,
      ...(details && { details }),
      error: message,
    })),
  });
}

function distinct(errors: readonly KnownError[]): KnownError[] {
  const byText = new Map(errors.map((error) => [JSON.stringify([error.code, error.details, error.message]), error]));
  return [...byText.values()];
}

function uniteRefusedTiers(errors: readonly KnownError[]): KnownError {
  const details = errors.map(
    (error) => error.details as { actual_access_type: string; allowed_access_types: string[] },
  );
  const allowed = new Set(details.flatMap((each) => each.allowed_access_types));
  return new KnownError("INSUFFICIENT_ACCESS_TYPE", {
    actual_access_type: details[0]?.actual_access_type ?? "",
    allowed_access_types: allTiers.filter((tier) => allowed.has(tier)),
  });
}
