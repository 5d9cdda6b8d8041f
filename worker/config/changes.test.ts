import { describe, expect, it } from "vitest";
import { changedSettings } from "./changes";
import { renderConfig } from "./render";

const domain = { "domains.trustedDomains.a": { baseUrl: "https://acme.example", handlerPath: "/handler" } };
const ofDomain = ["domains.trustedDomains.a.baseUrl", "domains.trustedDomains.a.handlerPath"];

describe("changedSettings", () => {
  const keysOf = (before: object, after: object) =>
    changedSettings(renderConfig({ ...before }), renderConfig({ ...after })).map(({ key }) => key);

  it("says of the first entry of a collection and of its last what is in it, and nothing of the collection", () => {
    expect(keysOf({}, domain)).toEqual(ofDomain);
    expect(keysOf(domain, {})).toEqual(ofDomain);
  });

  it("says of an entry without settings of its own that it came and went", () => {
    const group = { "payments.groups.plans": {} };
    expect(changedSettings(renderConfig({}), renderConfig(group))).toMatchObject([
      { key: "payments.groups.plans", before: null },
    ]);
    expect(keysOf(group, {})).toEqual(["payments.groups.plans"]);
  });
});
