import { describe, expect, it } from "vitest";
import { readClientVersion } from "./request-headers";

describe("the client's version", () => {
  const read = (value: string) => readClientVersion(new Headers({ "x-stack-client-version": value }));

  it.each([
    ["js @stackframe/js@2.8.41", { platform: "js", packageName: "@stackframe/js", version: "2.8.41" }],
    ["python   @acme/sdk@10.0.1", { platform: "python", packageName: "@acme/sdk", version: "10.0.1" }],
  ])("%s", (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(["", "2.8.41", "js", "js stackframe/js@2.8.41", "js @stackframe/js@", "js @stackframe/js@2.8.41; drop"])(
    "counts as absent when it does not parse: '%s'",
    (value) => {
      expect(read(value)).toBeNull();
    },
  );

  it("is absent without its header", () => {
    expect(readClientVersion(new Headers())).toBeNull();
  });
});
