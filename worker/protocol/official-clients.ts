// The wire of the official clients, where responses differ by who asks.
import type * as z from "zod";
import type { ClientVersion } from "./request-headers";

/** Fields that the wire of the official clients does not have. */
const ownFields = new WeakSet<z.ZodType>();

/** Marks a field of responses, as it has just been described, as none of the official clients' wire: they do not get it. */
export function ours<Field extends z.ZodType>(field: Field): Field {
  ownFields.add(field);
  return field;
}

/** Tells whether a field is left out for the official clients. */
export function isOurs(field: z.ZodType): boolean {
  return ownFields.has(field);
}

/** Tells whether an official client sends a request, which its version says. Programs without one get everything. */
export function isOfficial(client: ClientVersion | null): boolean {
  return client?.packageName.startsWith("@stackframe/") ?? false;
}

/** The shapes for the official clients, each made when the first of them asks. */
const officialShapes = new WeakMap<z.ZodType, z.ZodType>();

/** The shape of a response without the fields that are ours, at any depth. */
export function officialShape(shape: z.ZodType): z.ZodType {
  const known = officialShapes.get(shape) ?? withoutOurs(shape);
  officialShapes.set(shape, known);
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

function withoutOurs(schema: z.ZodType): z.ZodType {
  const { shape, options, element, innerType, valueType } = schema.def as z.core.$ZodTypeDef & Parts;
  const theirs = shape && Object.entries(shape).filter(([, field]) => !isOurs(field));
  const parts: Parts = {
    ...(theirs && { shape: Object.fromEntries(theirs.map(([name, field]) => [name, officialShape(field)])) }),
    ...(options && { options: options.map(officialShape) }),
    ...(element && { element: officialShape(element) }),
    ...(innerType && { innerType: officialShape(innerType) }),
    ...(valueType && { valueType: officialShape(valueType) }),
  };
  return Object.keys(parts).length > 0 ? schema.clone({ ...schema.def, ...parts } as z.core.$ZodTypeDef) : schema;
}
