// This module stands in for `zod/v4` in the bundle (`alias` of wrangler.toml). `@ai-sdk/openai-compatible` imports zod as one
// object, and esbuild keeps all of a module that is an object. That would put more than fifty languages into the part that every
// isolate loads.
import * as zod from "zod";

export * from "zod";

/** Holds what that library uses of the object, which a test compares. */
export const z = {
  any: zod.any,
  array: zod.array,
  boolean: zod.boolean,
  enum: zod.enum,
  literal: zod.literal,
  looseObject: zod.looseObject,
  number: zod.number,
  object: zod.object,
  record: zod.record,
  string: zod.string,
  union: zod.union,
  unknown: zod.unknown,
};
