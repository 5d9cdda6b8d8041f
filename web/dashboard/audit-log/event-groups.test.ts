import { describe, it } from "vitest";
import { english } from "../translation/english";
import { findEventTypes } from "./event-groups";
import { eventTexts } from "./event-texts";

const found = (query: string) => findEventTypes(query, english);
const typesOf = (query: string) => found(query).flatMap(({ types }) => types.map(({ type }) => type));

describe("the types of events", () => {
  it("are each in one group", ({ expect }) => {
    expect(typesOf("").sort()).toEqual(Object.keys(eventTexts).sort());
    const topicOf = (type: string) => found("").find(({ types }) => types.some((each) => each.type === type))?.label;
    expect(topicOf("passkey.created")).toBe("Sign-in and sessions");
    expect(topicOf("email_draft.deleted")).toBe("Emails");
    expect(topicOf("audit_log.exported")).toBe("Project");
  });

  it("are found by words of their names and their texts, in any case", ({ expect }) => {
    expect(typesOf("user.del")).toEqual(["user.deleted"]);
    expect(typesOf("  Second  FACTOR off")).toEqual(["totp.disabled"]);
    expect(found("no such thing")).toEqual([]);
  });
});
