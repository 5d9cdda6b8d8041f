// The wire of the official clients, where responses differ by who asks.
import type * as z from "zod";
import { DefinedError, type PlainErrorStatus } from "./error-definitions";
import { KnownError, type KnownErrorCode } from "./known-errors";
import type { ClientVersion } from "./request-headers";

/** The versions of the official clients that differ on the wire, oldest first. One in between is taken for the next. */
const generations = ["2.8.41", "2.8.51", "2.8.77", "2.8.102"] as const;
type Generation = (typeof generations)[number];

/** Stands for the clients that know every field. */
const unofficial = generations.length;

/** The fields that not all generations know, each with the place of the first one that does. */
const firstGenerations = new WeakMap<z.ZodType, number>();

/** Marks a field of responses, as it has just been described, as none of the official clients' wire: they do not get it. */
export function ours<Field extends z.ZodType>(field: Field): Field {
  firstGenerations.set(field, unofficial);
  return field;
}

/** Marks a field of responses, as it has just been described, as unknown to older official clients: they do not get it. */
export function since<Field extends z.ZodType>(version: Generation, field: Field): Field {
  firstGenerations.set(field, generations.indexOf(version));
  return field;
}

/** Says which of the official clients do not get a field; undefined where all of them do. */
export function withheldFrom(field: z.ZodType): string | undefined {
  const first = firstGenerations.get(field);
  if (first === undefined) return undefined;
  return first === unofficial
    ? "Official clients do not get it."
    : `Official clients get it from ${generations[first]} on.`;
}

/** Tells the generation of a client by its version alone. Whoever names none of the official clients gets everything. */
export function generationOf(client: ClientVersion | null): number {
  if (!client?.packageName.startsWith("@stackframe/")) return unofficial;
  const found = generations.findIndex((version) => compareVersions(client.version, version) <= 0);
  return found < 0 ? unofficial - 1 : found;
}

/** Tells whether a client is an official one of a version on. */
export function isOfficialFrom(version: Generation, client: ClientVersion | null): boolean {
  return knows(version, client) && generationOf(client) < unofficial;
}

/** The codes of known errors that older official clients take for a fault, each with the first version that knows it. */
const firstVersions: { readonly [Code in KnownErrorCode]?: Generation } = {
  RESTRICTED_USER_NOT_ALLOWED: "2.8.77",
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: "2.8.77",
};

/** An error as a client knows it: of a code that is none of its time it gets the status and the sentence. */
export function errorFor(client: ClientVersion | null, error: unknown): unknown {
  if (!(error instanceof KnownError)) return error;
  const first = firstVersions[error.code as KnownErrorCode];
  if (first === undefined || knows(first, client)) return error;
  const definition = { kind: "plain", status: error.status as PlainErrorStatus, text: error.message } as const;
  return new DefinedError(definition, undefined, { cause: error });
}

/** Tells whether a client knows what came with a version, such as the code of an error. Whoever is no official client does. */
export function knows(version: Generation, client: ClientVersion | null): boolean {
  return generationOf(client) >= generations.indexOf(version);
}

/** Negative where the first of two versions of three numbers is the older one. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split("."), other.split(".")];
  const different = left.findIndex((number, index) => number !== right[index]);
  return different < 0 ? 0 : Number(left[different]) - Number(right[different]);
}

/** The shapes for the generations that do not get everything, each made when the first client of one asks. */
const knownShapes = generations.map(() => new WeakMap<z.ZodType, z.ZodType>());

/** The shape of a response for a client of a generation: without the fields that it does not know, at any depth. */
export function shapeFrom(generation: number, shape: z.ZodType): z.ZodType {
  const shapes = knownShapes[generation];
  if (!shapes) return shape;
  const known = shapes.get(shape) ?? withoutUnknown(generation, shape);
  shapes.set(shape, known);
  return known;
}

/** The parts of a definition that hold other schemas. */
interface Parts {
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
}

function withoutUnknown(generation: number, schema: z.ZodType): z.ZodType {
  const { shape, options, element, innerType, valueType } = schema.def as z.core.$ZodTypeDef & Parts;
  const known = (inner: z.ZodType) => shapeFrom(generation, inner);
  const fields = shape && Object.entries(shape).filter(([, field]) => (firstGenerations.get(field) ?? 0) <= generation);
  const parts: Parts = {
    ...(fields && { shape: Object.fromEntries(fields.map(([name, field]) => [name, known(field)])) }),
    ...(options && { options: options.map(known) }),
    ...(element && { element: known(element) }),
    ...(innerType && { innerType: known(innerType) }),
    ...(valueType && { valueType: known(valueType) }),
  };
  return Object.keys(parts).length > 0 ? schema.clone({ ...schema.def, ...parts } as z.core.$ZodTypeDef) : schema;
}
