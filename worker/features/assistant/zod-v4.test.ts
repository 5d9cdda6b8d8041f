/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from "vitest";
import { z } from "./zod-v4";

const [library = ""] = Object.values(
  import.meta.glob<string>("../../../node_modules/@ai-sdk/openai-compatible/dist/index.js", {
    eager: true,
    query: "?raw",
    import: "default",
  }),
);

describe("what stands in for zod in the bundle", () => {
  it("has what @ai-sdk/openai-compatible uses of zod, and no more", () => {
    expect(library).toContain('import { z } from "zod/v4";');
    const used = new Set([...library.matchAll(/\bz\.(\w+)/g)].map(([, name]) => name));
    expect(Object.keys(z)).toEqual([...used].sort());
  });
});
