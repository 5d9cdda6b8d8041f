import { describe, it } from "vitest";
import { isFiltered, logQuery, parseLogSearch } from "../email-search";

describe("the log of emails", () => {
  it("is asked for whole days of the browser's time zone, with the first and the last one", ({ expect }) => {
    expect(logQuery({ from: "2026-02-27", until: "2026-02-28" })).toEqual({
      since_millis: new Date(2026, 1, 27).getTime(),
      until_millis: new Date(2026, 2, 1).getTime(),
    });
    expect(logQuery({ from: "1900-01-01" })).toEqual({ since_millis: 0 });
  });

  it("is filtered by recipient, status and kind", ({ expect }) => {
    const search = { to: "ada@example.com", status: "delivered", kind: "send", mail: "m" } as const;
    expect(logQuery(search)).toEqual({ recipient: "ada@example.com", status: "sent", kind: "send" });
    expect(logQuery({ status: "failed" })).toEqual({ status: "failed" });
  });

  it("reads of an address what it knows", ({ expect }) => {
    const address = { to: 42, status: "lost", kind: "toString", from: "yesterday", until: "2026-02-28", mail: "m" };
    expect(parseLogSearch(address)).toEqual({ to: "42", until: "2026-02-28", mail: "m" });
    expect(isFiltered({ mail: "m" })).toBe(false);
    expect(isFiltered({ status: "failed" })).toBe(true);
  });
});
