import { describe, it } from "vitest";
import { english } from "../../../ui/translation/translate";
import type { Translate } from "../../translation/use-translation";
import { importRows, mappingProblem, suggestMapping, tableOfJson } from "./imported-users";

const t = english as unknown as Translate;

describe("the columns of a file", () => {
  it("are taken for fields by their names and the usual other ones, none twice", ({ expect }) => {
    expect(suggestMapping(["Name", "E-Mail", "email_verified", "Password Hash", "Email", "shoe"])).toEqual([
      "display_name",
      "primary_email",
      "primary_email_verified",
      "password_hash",
      null,
      null,
    ]);
  });

  it("cannot be the same field twice, nor both passwords and hashes, nor nothing at all", ({ expect }) => {
    expect(mappingProblem(["display_name", null], t)).toBeUndefined();
    expect(mappingProblem([null, null], t)).toContain("at least one");
    expect(mappingProblem(["display_name", "display_name"], t)).toContain("Leave one out");
    expect(mappingProblem(["password", "password_hash"], t)).toContain("either");
  });

  it("of JSON are the names in any of its objects", ({ expect }) => {
    expect(tableOfJson([{ a: 1 }, { b: { c: 2 } }])).toEqual({
      columns: ["a", "b"],
      rows: [
        [1, undefined],
        [undefined, { c: 2 }],
      ],
    });
    expect(tableOfJson({ users: [{ a: 1 }] })?.rows).toEqual([[1]]);
    for (const other of [1, "text", null, [1], { a: 1 }]) expect(tableOfJson(other)).toBeNull();
  });
});

describe("the rows of a file", () => {
  const table = {
    columns: ["name", "email", "verified", "metadata"],
    rows: [
      ["Ada", " ada@a.test ", "yes", '{"plan":"pro"}'],
      ["Bob", "no address", "no", ""],
      ["Cy", "ADA@a.test", "", ""],
      ["Di", "di@a.test", "perhaps", ""],
      ["Ed", "ed@a.test", "", "{"],
      ["Flo", "", "true", ""],
      ["", "", "", ""],
    ],
  };
  const rows = importRows(table, ["display_name", "primary_email", "primary_email_verified", "server_metadata"], t);

  it("become users with what they hold", ({ expect }) => {
    expect(rows[0]).toMatchObject({
      line: 1,
      problem: undefined,
      user: {
        display_name: "Ada",
        primary_email: "ada@a.test",
        primary_email_verified: true,
        server_metadata: { plan: "pro" },
      },
    });
  });

  it("say what is wrong with them", ({ expect }) => {
    expect(rows.slice(1).map(({ problem }) => problem)).toEqual([
      "Enter a valid email address, such as name@example.com.",
      "Row 1 has the same email address.",
      "“Email verified (yes or no)” is neither yes nor no.",
      "“Server metadata (JSON)” cannot be read.",
      "It has no email address that could be verified or used for sign-in.",
      "The row is empty.",
    ]);
  });
});
