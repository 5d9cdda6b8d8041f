import { describe, it } from "vitest";
import { english } from "../translation/english";
import { changesIn, valueText } from "./audit-log-page";
import { filterOf, isFiltered, parseAuditSearch } from "./audit-search";
import { eventTexts } from "./event-texts";
import { csvLines } from "./export-dialog";
import { findEventTypes } from "./filter-dialogs";
import { partyText } from "./parties";

const now = new Date("2026-11-24T12:00:00Z");

describe("what stands for a party of an event", () => {
  it("is its name, or that it was deleted, or what it is: never the beginning of its id", ({ expect }) => {
    expect(partyText("user", "Ada", english)).toBe("Ada");
    expect(partyText("user", null, english)).toBe("Deleted user");
    expect(partyText("team", null, english)).toBe("Deleted team");
    for (const type of ["user", "session", "email_template", "webhook_endpoint", "subscription"]) {
      expect(partyText(type, undefined, english)).toMatch(/^[A-Z][a-z ]+$/);
    }
  });
});

describe("the address of the audit log", () => {
  it("says which events are shown, and which is open", ({ expect }) => {
    const search = {
      type: "user.created",
      actor: "u1",
      target: "u2",
      from: "2026-11-01",
      to: "2026-11-02",
      event: "e1",
    };
    expect(parseAuditSearch(search)).toEqual(search);
    expect(parseAuditSearch({ actor: 7 })).toEqual({ actor: "7" });
  });

  it("is read without what is invalid, and with a span alone where there are both", ({ expect }) => {
    expect(parseAuditSearch({ type: "toString", from: "2026-13-40", to: "soon", span: "constructor" })).toEqual({});
    expect(parseAuditSearch({ span: "week", from: "2026-11-01" })).toEqual({ span: "week" });
  });

  it("filters by whole days, the last one included", ({ expect }) => {
    const { since, until } = filterOf({ from: "2026-11-01", to: "2026-11-01" }, now);
    expect(Number(until) - Number(since)).toBe(24 * 60 * 60 * 1000);
    expect(filterOf({ span: "day" }, now).since).toEqual(new Date("2026-11-23T12:00:00Z"));
    expect(filterOf({}, now)).toEqual({});
  });

  it("is a filter unless it opens an event only", ({ expect }) => {
    expect(isFiltered({ event: "e1" })).toBe(false);
    expect(isFiltered({ span: "day" })).toBe(true);
  });
});

describe("the changes of an event", () => {
  it("are told apart from its other details", ({ expect }) => {
    const changes = [
      { key: "displayName", before: "Theirs", after: "Mine" },
      { key: "emails.server.password", secret: "changed" },
    ];
    expect(changesIn({ changes, reason: "asked" })).toEqual({ changes, others: { reason: "asked" } });
    expect(changesIn({ fields: ["a"] })).toEqual({ changes: [], others: { fields: ["a"] } });
  });

  it("stay details where they have another shape", ({ expect }) => {
    for (const changes of ["none", [1], [{ before: 1 }]]) {
      expect(changesIn({ changes })).toEqual({ changes: [], others: { changes } });
    }
  });

  it("have their values as text", ({ expect }) => {
    expect(["a", 1, false, null, undefined].map(valueText)).toEqual(["a", "1", "false", "", ""]);
    expect(valueText({ a: 1 })).toBe('{\n  "a": 1\n}');
  });
});

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

describe("the exported rows", () => {
  it("has no cell that a spreadsheet runs", ({ expect }) => {
    // Attack: a browser names itself by a formula, which runs when the owner opens the audit log.
    const party = { type: "user", id: "=1+1" };
    const event = {
      ...{ id: "e", type: "user.updated", created_at_millis: 0, actor: party, impersonator: null, session_id: null },
      ...{ target: party, details: { name: "=1+1" }, ip_address: null, country_code: null, user_agent: "-1+1" },
    };
    const written = csvLines(`${JSON.stringify(event)}\n`);
    expect(written.split(/[\r\n,]/).filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
    expect(written).toContain(",'-1+1,");
  });
});
