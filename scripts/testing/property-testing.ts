import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Seeds the values of properties: one in the gate, which proves the same of each change, and new ones otherwise. */
    propertySeed: number;
  }
}

fc.configureGlobal({ seed: inject("propertySeed") });

export { default as fc } from "fast-check";
