import { describe, it } from "vitest";
import type { ServerUser } from "../../kit/requests/wire";
import { serverUser } from "../../kit/testing/wire-samples";
import { parseCsv } from "../files/csv";
import { dayStart } from "../lists/address-search";
import { english } from "../translation/english";
import {
  findsBeginningsOnly,
  isFiltered,
  listedUsers,
  parseUserListSearch,
  parseUserSearch,
  sortOf,
} from "../user-filters/user-search";
import { filesOf } from "./export-dialog";
import { type JobProgress, runJob } from "./job-dialog";
import { suspensionCode } from "./suspension";
import { parseColumns } from "./user-columns";
import { checkNewEmail, createOptionsOf, emailSignIn } from "./user-fields";

describe("the stored columns", () => {
  it("are those that exist, in their order, and none where none was chosen", ({ expect }) => {
    expect(parseColumns("id,email,shoe-size")).toEqual(["email", "id"]);
    expect(parseColumns("")).toEqual([]);
  });

  it("are a few before any was chosen", ({ expect }) => {
    expect(parseColumns(null)).toContain("email");
    expect(parseColumns(null)).not.toContain("id");
  });
});

describe("a new user", () => {
  const entered = { displayName: " ", email: " ada@example.com ", isVerified: false, isForSignIn: true, password: "" };
  const both = { magicLinkEnabled: true, credentialEnabled: true };

  it.for([
    ["by their password", {}, { password: "analytical engine" }, "password"],
    ["by code with a verified address", {}, { isVerified: true }, "code"],
    ["by code with any address where passwords are off", { credentialEnabled: false }, {}, "code"],
    ["not with an address that nobody has verified", {}, {}, "none"],
    ["not where codes are off", { magicLinkEnabled: false }, { isVerified: true }, "none"],
    ["not without an address", {}, { email: " " }, undefined],
    ["not with an address that is for emails alone", {}, { isForSignIn: false }, undefined],
  ] as const)("signs in by email: %s", ([, config, fields, by], { expect }) => {
    const user = { ...entered, ...fields };
    expect(emailSignIn(user, { ...both, ...config })).toBe(by);
    expect(createOptionsOf(user, { ...both, ...config }).otpAuthEnabled).toBe(by === "code" ? true : undefined);
  });
});

describe("the email address of a new user", () => {
  it.for([
    ["is wanted where no name is given", " ", " ", "Enter an email address or a display name."],
    ["may be empty beside a name", "Ada", "", true],
    ["may stand alone", "", "ada@example.com", true],
    ["is checked beside a name", "Ada", "ada", "Enter a valid email address, such as name@example.com."],
  ] as const)("%s", ([, displayName, email, result], { expect }) => {
    const entered = { displayName, email, isVerified: false, isForSignIn: true, password: "" };
    expect(checkNewEmail(english)(email, entered)).toBe(result);
  });

  it("needs an address with a password", ({ expect }) => {
    const entered = {
      displayName: "Ada",
      email: "",
      isVerified: false,
      isForSignIn: true,
      password: "analytical engine",
    };
    expect(checkNewEmail(english)("", entered)).toBe("Enter the email address with which the password signs in.");
  });
});

describe("a suspension as code", () => {
  it("sends the requests that were sent, whatever the reason holds", async ({ expect }) => {
    // Attack: a reason that ends the text it stands in, so that who pastes the code runs the rest.
    const reason = '"}); evil(); ({"';
    const sent: [string, { method: string; headers: Record<string, string>; body?: string }][] = [];
    const run = async (code: string) =>
      new Function("fetch", "process", `return (async () => {${code}})()`)(
        (...request: (typeof sent)[number]) => sent.push(request),
        { env: { GATEHOUSE_PROJECT_ID: "p", GATEHOUSE_SECRET_SERVER_KEY: "k" } },
      );
    await run(suspensionCode("https://api.example", ["u1"], reason));
    await run(suspensionCode("https://api.example", ["u1", "u2"], undefined));
    const headers = { "x-stack-access-type": "server", "x-stack-project-id": "p", "x-stack-secret-server-key": "k" };
    const lift = { method: "DELETE", headers };
    expect(sent).toEqual([
      [
        "https://api.example/api/v1/users/u1/suspension",
        {
          method: "PUT",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ reason }),
        },
      ],
      ["https://api.example/api/v1/users/u1/suspension", lift],
      ["https://api.example/api/v1/users/u2/suspension", lift],
    ]);
  });
});

const team = "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01";

describe("the search of an address", () => {
  it("keeps valid values", ({ expect }) => {
    const search = {
      q: "ada",
      method: "google",
      email: "verified",
      state: "mfa",
      memberOf: team,
      since: "2027-01-01",
      until: "2027-02-28",
      sort: "active",
      order: "oldest",
    };
    expect(parseUserSearch(search)).toEqual(search);
    expect(parseUserListSearch({ ...search, open: "import" })).toEqual({ ...search, open: "import" });
  });

  it("reads a search for digits, which the router parses as a number, as text", ({ expect }) => {
    expect(parseUserSearch({ q: 42 })).toEqual({ q: "42" });
  });

  it("leaves out defaults, unknown keys and invalid values", ({ expect }) => {
    expect(parseUserSearch({ q: "", order: "newest", method: "", sort: "email", tab: 1, open: "create" })).toEqual({});
    expect(parseUserSearch({ q: { a: 1 }, email: true, state: "gone", memberOf: "x", since: 20270101 })).toEqual({});
    expect(parseUserSearch({ since: "2027-02-29", until: "27-1-1" })).toEqual({});
    expect(parseUserListSearch({ open: "delete" })).toEqual({});
  });
});

describe("the users that a search shows", () => {
  it("are asked for by method or provider, by whole days, newest first", ({ expect }) => {
    expect(listedUsers({ method: "otp" })).toMatchObject({ sign_in_method: "otp", desc: true });
    expect(listedUsers({ method: "github" })).toMatchObject({ oauth_provider: "github", sign_in_method: undefined });
    const { signed_up_since_millis, signed_up_until_millis } = listedUsers({
      since: "2027-03-01",
      until: "2027-03-02",
    });
    expect(signed_up_since_millis).toBe(dayStart("2027-03-01"));
    expect(signed_up_until_millis).toBe(dayStart("2027-03-03") - 1);
    expect(listedUsers({ state: "suspended" })).toMatchObject({ suspended: true, is_anonymous: undefined });
    expect(listedUsers({ state: "no-mfa", email: "unverified" })).toMatchObject({
      requires_totp_mfa: false,
      primary_email_verified: false,
    });
  });

  it("are in the order of activity only where the server has that order", ({ expect }) => {
    expect(listedUsers({ sort: "active" }).order_by).toBe("last_active_at");
    expect(listedUsers({ sort: "active", q: "ada" }).order_by).toBe("signed_up_at");
    expect(sortOf({ sort: "active", memberOf: team })).toBeUndefined();
  });

  it("are in the order of names from A, or from Z", ({ expect }) => {
    expect(listedUsers(parseUserSearch({ sort: "name" }))).toMatchObject({ order_by: "display_name", desc: false });
    expect(listedUsers(parseUserSearch({ sort: "name", order: "z-a" }))).toMatchObject({ desc: true });
    expect(listedUsers({ sort: "name", q: "ada" })).toMatchObject({ order_by: "signed_up_at", desc: true });
  });

  it("are those whose name or address begins with a text of one or two characters", ({ expect }) => {
    expect(["7", "ad", "山", "山田", "ada"].map(findsBeginningsOnly)).toEqual([true, true, true, false, false]);
  });

  it("are all of them whatever the order", ({ expect }) => {
    expect(isFiltered({ sort: "active", order: "oldest" })).toBe(false);
    expect(isFiltered({ state: "mfa" })).toBe(true);
  });
});

const ada: ServerUser = {
  ...serverUser,
  ...{ id: "ada", display_name: "=Ada", signed_up_at_millis: 0, last_active_at_millis: 1000 },
  client_metadata: { plan: ["free"] },
};
const files = filesOf({ credentialEnabled: true, magicLinkEnabled: true, passkeyEnabled: true, oauthProviders: [] });
const users = [ada, { ...ada, id: "grace", display_name: "Grace" }];

describe("a file of users", () => {
  it("is CSV with a header and a row for each", ({ expect }) => {
    const [header = [], ...rows] = parseCsv(files.csv.write(users).join(""));
    const records = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
    expect(records).toEqual([
      expect.objectContaining({ id: "ada", display_name: "=Ada", client_metadata: '{"plan":["free"]}' }),
      expect.objectContaining({ id: "grace", last_active_at: "1970-01-01T00:00:01.000Z" }),
    ]);
  });

  it("says how each signs in, and nothing of when somebody was active who never signed in", ({ expect }) => {
    const never = { ...ada, signed_up_at_millis: 5_000, last_active_at_millis: 5_000 };
    const codes = { primary_email_verified: true, primary_email_auth_enabled: true };
    const [header = [], row = []] = parseCsv(files.csv.write([{ ...never, ...codes, has_password: true }]).join(""));
    const cell = (name: string) => row[header.indexOf(name)];
    expect([cell("signed_up_at"), cell("last_active_at")]).toEqual(["1970-01-01T00:00:05.000Z", ""]);
    expect(cell("sign_in_methods")).toBe("password code");
  });

  // Evidence: exports-show-no-formula
  it("has no cell that a spreadsheet runs", ({ expect }) => {
    // Attack: a user's name, address or picture is a formula, which runs when the owner opens the file.
    const formula = { display_name: "=1+1", primary_email: "+1@a.example", profile_image_url: "@SUM(A1)" };
    const cells = files.csv
      .write([{ ...ada, ...formula, client_metadata: "\t=1" }])
      .join("")
      .split(/[\r\n,"]/);
    expect(cells).toEqual(expect.arrayContaining(["'=1+1", "'+1@a.example", "'@SUM(A1)"]));
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
  });

  it("is a list in JSON as the API has it, with each user in a line", ({ expect }) => {
    const text = files.json.write(users).join("");
    expect(JSON.parse(text)).toEqual(users);
    expect(text.split("\n")).toHaveLength(5);
    expect(JSON.parse(files.json.write([]).join(""))).toEqual([]);
  });

  // Evidence: written-parts-none-much-longer-what
  it("is written in parts, none of which is much longer than what a user stores", ({ expect }) => {
    // Attack: five users store metadata that become 124 megabytes each where they are indented. Together that is more than a
    // string can be. The owner's export ends with `RangeError: Invalid string length`.
    let metadata: ServerUser["client_metadata"] = Array.from({ length: 255_000 }, () => 1);
    for (let depth = 1; depth < 240; depth++) metadata = [metadata];
    const five = Array.from({ length: 5 }, () => ({ ...ada, client_metadata: metadata }));
    for (const { write } of Object.values(files)) {
      expect(Math.max(...write(five).map(({ length }) => length))).toBeLessThan(600_000);
    }
  });
});

const numbers = Array.from({ length: 20 }, (_, number) => number);

describe("a job", () => {
  it("does every item once, a few at once, and says how far it is", async ({ expect }) => {
    const done: number[] = [];
    const seen: number[] = [];
    let [running, most] = [0, 0];
    const work = async (number: number) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      done.push(number);
      running -= 1;
    };
    const result = await runJob(numbers, work, {
      signal: new AbortController().signal,
      concurrency: 3,
      onProgress: ({ done }) => seen.push(done),
    });
    expect(result).toEqual({ total: 20, done: 20, failures: [] });
    expect(done.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(seen).toEqual(numbers.map((number) => number + 1));
    expect(most).toBe(3);
  });

  it("goes on after failures and names them", async ({ expect }) => {
    const odd = new Error("odd");
    const work = async (number: number) => {
      if (number % 2 === 1) throw odd;
    };
    const { done, failures } = await runJob(numbers, work, { signal: new AbortController().signal });
    expect(done).toBe(20);
    expect(failures).toEqual(numbers.filter((number) => number % 2 === 1).map((item) => ({ item, error: odd })));
  });

  it("takes up nothing more once it is cancelled, and finishes what is under way", async ({ expect }) => {
    const cancel = new AbortController();
    const progress: JobProgress<number>[] = [];
    const work = async (number: number) => {
      if (number === 5) cancel.abort();
    };
    const options = {
      signal: cancel.signal,
      concurrency: 1,
      onProgress: (at: JobProgress<number>) => progress.push(at),
    };
    expect(await runJob(numbers, work, options)).toEqual({ total: 20, done: 6, failures: [] });
    expect(progress).toHaveLength(6);
  });
});
