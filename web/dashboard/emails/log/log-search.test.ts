import { describe, it } from "vitest";
import { foundMails, isFiltered, parseLogSearch } from "./log-search";
import type { LoggedMail } from "./queries";

const sender = { isShared: true, host: undefined, name: undefined, email: undefined };
const error = { rawError: "550", errorType: "rejected", canRetry: false, message: "No such user" };
const mails: LoggedMail[] = [
  { id: "1", to: ["Ada@example.com"], subject: "Welcome", sentAt: new Date(2026, 1, 27, 23, 59), sender, error: null },
  { id: "2", to: ["grace@example.com"], subject: "Sign in", sentAt: new Date(2026, 1, 28), sender, error },
];
const found = (search: Parameters<typeof foundMails>[1]) => foundMails(mails, search).map(({ id }) => id);

describe("the log of mails", () => {
  it("is searched by recipient and by subject, whatever the case", ({ expect }) => {
    expect(found({ q: " ada@ " })).toEqual(["1"]);
    expect(found({ q: "SIGN" })).toEqual(["2"]);
    expect(found({ q: "nobody" })).toEqual([]);
  });

  it("is filtered by status and by day, with the first and the last one", ({ expect }) => {
    expect(found({ status: "delivered" })).toEqual(["1"]);
    expect(found({ status: "failed" })).toEqual(["2"]);
    expect(found({ from: "2026-02-28" })).toEqual(["2"]);
    expect(found({ until: "2026-02-27" })).toEqual(["1"]);
    expect(found({ from: "2026-02-27", until: "2026-02-28" })).toEqual(["1", "2"]);
  });

  it("reads of an address what it knows", ({ expect }) => {
    expect(parseLogSearch({ q: 42, status: "lost", from: "yesterday", until: "2026-02-28", mail: "m" })).toEqual({
      q: "42",
      until: "2026-02-28",
      mail: "m",
    });
    expect(isFiltered({ mail: "m" })).toBe(false);
    expect(isFiltered({ status: "failed" })).toBe(true);
  });
});
