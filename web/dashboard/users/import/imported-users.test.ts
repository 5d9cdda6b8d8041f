import { describe, it } from "vitest";
import { serverUser } from "../../../kit/testing/wire-samples";
import { english } from "../../../ui/translation/translate";
import { toCsv } from "../../files/csv";
import { fileParts } from "../../files/export-dialog";
import type { Translate } from "../../translation/use-translation";
import { filesOf } from "../export-dialog";
import { decoded, readTable, textOf } from "./import-file";
import { type ImportTable, importRows, mappingProblem, tableOfJson } from "./imported-users";
import { firebaseColumns, presetOf, reasonToLeaveOut, suggestMapping } from "./presets";

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

  it("that cannot be imported say so", ({ expect }) => {
    const reasons = ["createdAt", "signed_up_at_millis", "Last sign-in at", "has_password", "suspended_at", "name"];
    expect(reasons.map((column) => reasonToLeaveOut(column, undefined) !== undefined)).toEqual([
      ...[true, true, true, true, true],
      false,
    ]);
    expect(reasonToLeaveOut("passwordHash", "firebase")).toContain("Firebase");
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

const bcrypt = `$2b$10$${"a".repeat(53)}`;

/** The table of a file, as it was chosen. */
function tableOf(bytes: string | Uint8Array): ImportTable {
  const table = readTable(textOf(decoded(bytesOf(bytes)), "windows-1252"), t);
  if (typeof table === "string") throw new Error(table);
  return table;
}

function bytesOf(bytes: string | Uint8Array): Uint8Array {
  return typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
}

const problemOf = (text: string) => readTable(text, t);

/** The users of a file whose columns are mapped as their names suggest. */
function usersOf(table: ImportTable) {
  return importRows(table, suggestMapping(table.columns), t).map(({ user, problem }) => problem ?? user);
}

describe("a file", () => {
  it("that is not UTF-8 is read in the encoding that is chosen, and one of UTF-16 by its mark", ({ expect }) => {
    const latin = Uint8Array.from("name\nJos\u00e9", (character) => character.charCodeAt(0));
    const file = decoded(latin);
    expect(file).toEqual({ bytes: latin });
    expect(textOf(file, "windows-1252")).toBe("name\nJos\u00e9");
    expect(textOf(file, "windows-1251")).not.toContain("\u00e9");
    expect(decoded(bytesOf("\ufeffname\nJos\u00e9"))).toHaveProperty("text");
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ..."name\tnote".split("").flatMap((character) => [character.charCodeAt(0), 0]),
    ]);
    expect(decoded(utf16)).toEqual({ text: "name\tnote" });
  });

  it("that is none says so, with the line where there is one", ({ expect }) => {
    expect(problemOf("PK\u0003\u0004\0\0")).toContain("could not be read");
    expect(problemOf('{"a":1}\n{"a":2}\n{"a":')).toBe("Line 3 is no JSON object.");
    expect(problemOf('{"a":1}\n[2]')).toBe("Line 2 is no JSON object.");
    expect(problemOf("[1, 2]")).toContain("could not be read");
    expect(problemOf('name,note\nAda,\n"Bob,x\nCy,')).toBe(
      "A quotation mark in line 3 has no other that ends the text.",
    );
  });

  it("without a line of names does not lose its first user", ({ expect }) => {
    expect(problemOf("Ada,ada@a.test\nBob,bob@a.test")).toBe("The first line is a user. Put a line of names above it.");
  });

  it("of JSON has one array, or an object in each line", ({ expect }) => {
    const users = [{ name: "Ada" }, { email: "b@a.test" }];
    const table = {
      columns: ["name", "email"],
      rows: [
        ["Ada", undefined],
        [undefined, "b@a.test"],
      ],
    };
    expect(tableOf(JSON.stringify(users))).toEqual(table);
    expect(tableOf(`${users.map((user) => JSON.stringify(user)).join("\r\n\n")}\n`)).toEqual(table);
    expect(tableOf('{"name":"Ada"}\n').rows).toEqual([["Ada"]]);
  });

  it("of CSV keeps what follows a quotation", ({ expect }) => {
    expect(tableOf('name,email\n"Ada" King,ada@a.test').rows).toEqual([["Ada King", "ada@a.test"]]);
  });
});

describe("a password", () => {
  it("without an address is refused, and a hash that nothing here can check", ({ expect }) => {
    const table = tableOf(
      [
        "name,email,password_hash",
        `Ada,,${bcrypt}`,
        `Bob,bob@a.test,${bcrypt}`,
        "Cy,cy@a.test,5f4dcc3b5aa765d6",
        "Di,di@a.test,$2b$10$cut-off",
      ].join("\n"),
    );
    expect(usersOf(table)).toEqual([
      "It has a password, but no email address to sign in with.",
      { display_name: "Bob", primary_email: "bob@a.test", password_hash: bcrypt },
      "The password hash is of no kind that can be checked here: bcrypt, Argon2id, scrypt or PBKDF2.",
      "The password hash is of no kind that can be checked here: bcrypt, Argon2id, scrypt or PBKDF2.",
    ]);
  });
});

describe("a cell that lost its letters", () => {
  it("cannot be read", ({ expect }) => {
    expect(usersOf(tableOf("name\nJos\ufffd"))).toEqual(["“Display name” cannot be read."]);
  });
});

describe("the export of another system", () => {
  it.for([
    [
      "clerk",
      [
        "id,first_name,last_name,username,primary_email_address,verified_email_addresses,unverified_email_addresses,password_digest,password_hasher",
        `user_1,Ada,Lovelace,al,Ada@a.test,ada@a.test,,${bcrypt},bcrypt`,
        "user_2,Bob,,bob,bob@a.test,other@a.test,bob@a.test,,",
      ].join("\n"),
      [
        {
          display_name: "Ada Lovelace",
          primary_email: "Ada@a.test",
          primary_email_verified: true,
          password_hash: bcrypt,
        },
        { display_name: "Bob", primary_email: "bob@a.test", primary_email_verified: false },
      ],
    ],
    [
      "auth0",
      '{"user_id":"auth0|1","email":"ada@a.test","email_verified":true,"name":"Ada","given_name":"A","nickname":"a","picture":"https://a.test/a.png","identities":[{"provider":"auth0"}],"app_metadata":{"plan":"pro"},"user_metadata":{"hat":1},"created_at":"2024-01-02T03:04:05.000Z"}',
      [
        {
          display_name: "Ada",
          primary_email: "ada@a.test",
          primary_email_verified: true,
          profile_image_url: "https://a.test/a.png",
          client_metadata: { hat: 1 },
          server_metadata: { plan: "pro" },
        },
      ],
    ],
    [
      "supabase",
      [
        "instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,raw_app_meta_data,raw_user_meta_data,created_at,is_anonymous",
        `0,1,authenticated,authenticated,ada@a.test,${bcrypt},2024-01-02 03:04:05.6+00,"{""provider"":""email""}","{""name"":""Ada""}",2024-01-02 03:04:05.6+00,false`,
        "0,2,authenticated,authenticated,bob@a.test,,,{},{},2024-01-02 03:04:05.6+00,false",
      ].join("\n"),
      [
        {
          primary_email: "ada@a.test",
          primary_email_verified: true,
          password_hash: bcrypt,
          client_metadata: { name: "Ada" },
          server_metadata: { provider: "email" },
          is_anonymous: false,
        },
        { primary_email: "bob@a.test", client_metadata: {}, server_metadata: {}, is_anonymous: false },
      ],
    ],
    [
      "firebase",
      `${["u1", "ada@a.test", "true", "aGFzaA==", "c2FsdA==", "Ada", "https://a.test/a.png", ...Array.from({ length: firebaseColumns.length - 7 }, () => "")].join(",")}\n`,
      [
        {
          display_name: "Ada",
          primary_email: "ada@a.test",
          primary_email_verified: true,
          profile_image_url: "https://a.test/a.png",
        },
      ],
    ],
    [
      "firebase",
      '{"users":[{"localId":"u1","email":"ada@a.test","emailVerified":false,"passwordHash":"aGFzaA==","salt":"c2FsdA==","displayName":"Ada","createdAt":"1700000000000","providerUserInfo":[]}]}',
      [{ display_name: "Ada", primary_email: "ada@a.test", primary_email_verified: false }],
    ],
  ] as const)("of %s is known by its columns", ([name, text, users], { expect }) => {
    const table = tableOf(text);
    expect(presetOf(table.columns)).toBe(name);
    expect(usersOf(table)).toEqual(users);
  });
});

describe("our own export", () => {
  const files = filesOf({ credentialEnabled: true, magicLinkEnabled: true, passkeyEnabled: true, oauthProviders: [] });

  it("switches codes off for those alone who had switched them off", ({ expect }) => {
    const users = [{}, { otp_auth_enabled: true }, { otp_auth_switched_off: true as const }].map((fields, index) => ({
      ...serverUser,
      ...{ primary_email: `${index}@a.test`, otp_auth_enabled: false, ...fields },
    }));
    for (const { write } of Object.values(files)) {
      const imported = usersOf(tableOf(write(users).join("")));
      expect(imported.map((user) => typeof user === "object" && user.otp_auth_enabled)).toEqual([
        undefined,
        true,
        false,
      ]);
    }
  });

  it("opens with accents in a spreadsheet, and gives the same back", ({ expect }) => {
    const exported = [
      {
        ...serverUser,
        display_name: "=José, 'the \"first\"'",
        primary_email: "jose@a.test",
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        client_metadata: { plan: ["=free", "é"] },
      },
      {
        ...serverUser,
        id: "2",
        display_name: null,
        primary_email: null,
        primary_email_verified: false,
        primary_email_auth_enabled: false,
        is_anonymous: true,
      },
    ];
    const bytes = bytesOf(fileParts(files.csv.write(exported), files.csv.type).join(""));
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [csv, json] = [tableOf(bytes), tableOf(fileParts(files.json.write(exported), files.json.type).join(""))];
    expect(presetOf(csv.columns)).toBe("gatehouse");
    const [jose, nobody] = usersOf(csv);
    expect(jose).toMatchObject({
      display_name: exported[0]?.display_name,
      primary_email: "jose@a.test",
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      client_metadata: exported[0]?.client_metadata,
      is_anonymous: false,
    });
    expect(nobody).toMatchObject({ is_anonymous: true });
    expect(usersOf(json)).toEqual([jose, nobody]);
  });

  it("of what failed can be imported again once it is mended", ({ expect }) => {
    const text = fileParts(
      toCsv([
        ["name", "import_error"],
        ["Zoë", "No"],
      ]),
      "text/csv",
    ).join("");
    expect(usersOf(tableOf(text))).toEqual([{ display_name: "Zoë" }]);
  });
});
