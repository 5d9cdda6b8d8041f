import { describe, it } from "vitest";
import type { ServerUser } from "../../../kit/requests/wire";
import { parseCsv } from "../../files/csv";
import { files } from "./exported-users";

const ada: ServerUser = {
  ...{ id: "ada", display_name: "=Ada", primary_email: null, primary_email_verified: false },
  ...{
    primary_email_auth_enabled: false,
    profile_image_url: null,
    signed_up_at_millis: 0,
    last_active_at_millis: 1000,
  },
  ...{ client_metadata: { plan: ["free"] }, client_read_only_metadata: null, server_metadata: null },
  ...{ has_password: true, otp_auth_enabled: false, passkey_auth_enabled: false, auth_with_email: true },
  ...{ requires_totp_mfa: false, oauth_providers: [], selected_team_id: null, selected_team: null },
  ...{ is_anonymous: false, restricted_at_millis: null },
};
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
