import { describe, it } from "vitest";
import { english } from "../../../ui/translation/translate";
import type { Translate } from "../../translation/use-translation";
import { importRows, isTimeColumn, mappingProblem, suggestMapping, tableOfJson } from "./imported-users";

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

  it("that have times are none of the fields", ({ expect }) => {
    expect(["createdAt", "signed_up_at_millis", "Last sign-in at", "name"].map(isTimeColumn)).toEqual([
      true,
      true,
      true,
      false,
    ]);
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

  it("of JSON have only what an object itself has", ({ expect }) => {
    // Attack: one object of a file has a name of JavaScript's own, by which every other user gets what all objects inherit.
    const users = JSON.parse('[{"constructor":"a","__proto__":"b"},{"name":"Ada"}]');
    expect(tableOfJson(users)?.rows).toEqual([
      ["a", "b", undefined],
      [undefined, undefined, "Ada"],
    ]);
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
      ["Gil", "Mr", "gil@a.test", "", ""],
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
      "It has more columns than the header. Put a value with a comma in it in quotes.",
    ]);
  });
});
