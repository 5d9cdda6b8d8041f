import { describe, expect, it } from "vitest";
import { RequestError } from "../../kit/errors/request-error";
import { checkStoreId } from "../data-vault/data-vault-page";
import { idForName } from "../dialogs/fields";
import { checkNewId } from "../payments/catalogue/catalogue-rules";
import { english } from "../translation/english";
import { refusedSetting } from "./config";
import { settingAt, settingsIn } from "./config-document";
import { type ConfigField, overrideOf, problemOf, valuesOf } from "./config-form";
import { durationOf, durationText, minutesOf } from "./duration-field";

const config = {
  auth: { sessions: { idleMinutes: 30 }, oauth: { providers: { google: { isShared: true }, github: null } } },
  emails: { server: { host: "smtp.example.com", password: "••••••••" } },
};
const seen = "sign-in";
const fields: ConfigField[] = [
  { kind: "number", path: "auth.sessions.idleMinutes", label: "Idle", seen, min: 15, max: 100 },
  { kind: "choice", path: "emails.server.host", label: "Host", seen, options: [] },
  { kind: "number", path: "auth.sessions.maxPerUser", label: "Most", seen, min: 1, max: 100 },
];

describe("the fields of a settings form", () => {
  it("show settings as text, and nothing where there is none", ({ expect }) => {
    expect(valuesOf(config, fields)).toEqual({ fields: ["30", "smtp.example.com", ""] });
  });

  it("change what was typed only: a number, a text without spaces around it, and null for nothing", ({ expect }) => {
    const saved = valuesOf(config, fields);
    expect(overrideOf(fields, saved, saved)).toEqual({});
    expect(overrideOf(fields, saved, { fields: ["", " mail.example.com ", "3"] })).toEqual({
      "auth.sessions.idleMinutes": null,
      "emails.server.host": "mail.example.com",
      "auth.sessions.maxPerUser": 3,
    });
  });

  it("refuse numbers outside of their range, fractions and words", ({ expect }) => {
    const [field] = fields as [ConfigField];
    const refused = ["14", "101", "20.5", "many", "1e9"].map((text) => problemOf(field, text) !== undefined);
    expect(refused).toEqual([true, true, true, true, true]);
    expect(["", "15", " 100 "].map((text) => problemOf(field, text))).toEqual([undefined, undefined, undefined]);
  });
});

describe("a setting", () => {
  it("is found by its path, and none by that of another type", ({ expect }) => {
    const paths = ["auth.sessions.idleMinutes", "auth.nothing", "auth.sessions.idleMinutes.more", "auth.constructor"];
    expect(paths.map((path) => settingAt(config, path))).toEqual([30, undefined, undefined, undefined]);
    expect(settingsIn(config, "auth.oauth.providers")).toEqual([["google", { isShared: true }]]);
    expect(settingsIn(config, "auth.nothing")).toEqual([]);
  });
});

describe("a duration", () => {
  it.for([
    ["10080", "7", "day"],
    ["1440", "1", "day"],
    ["90", "90", "minute"],
    ["120", "2", "hour"],
    ["", "", "day"],
    ["x", "x", "minute"],
  ] as const)("of %s minutes is written as %s %ss, and read again", ([minutes, count, unit], { expect }) => {
    expect(durationOf(minutes)).toMatchObject({ count, ...(minutes !== "" && { unit }) });
    expect(minutesOf(durationOf(minutes))).toBe(minutes);
  });

  it("may be a fraction of a unit that is a whole number of minutes", ({ expect }) => {
    expect(minutesOf({ count: "1.5", unit: "hour" })).toBe("90");
    expect(minutesOf({ count: "1.", unit: "day" })).toBe("1440");
    expect(durationText(10_080, "en-US")).toBe("7 days");
  });
});

describe("idForName", () => {
  it("an ID is made of a name, as far as it can be", () => {
    expect(idForName("Partner tokens")).toBe("partner-tokens");
    expect(idForName(" 2 Schlüssel (alt) ")).toBe("schlussel-alt");
    expect(idForName("秘密")).toBe("");
    const long = idForName("x".repeat(80));
    expect([checkStoreId(long, [], english), checkNewId(long, [], english)]).toEqual([true, true]);
  });
});

const refused = (text: string, status = 400) =>
  refusedSetting(new RequestError("https://api.example.com", status, text));

describe("refusedSetting", () => {
  it("finds the setting that a refusal begins with", ({ expect }) => {
    expect(refused("[WARNING] appearance.homeUrl must not have a user name or password")).toEqual({
      path: "appearance.homeUrl",
      message: "It must not have a user name or password.",
    });
  });

  it("finds the setting that does not exist", ({ expect }) => {
    expect(refused('[ERROR] The key "auth.allowSingUp" is not valid for the schema.')).toEqual({
      path: "auth.allowSingUp",
      message: "There is no such setting.",
    });
    expect(refused('[ERROR] The key "nonsense" is not valid for the schema.')?.path).toBe("nonsense");
  });

  it("finds none in other errors", ({ expect }) => {
    expect(refused("Invalid image format or corrupted image data")).toBeUndefined();
    expect(refused("appearance.homeUrl must be short", 500)).toBeUndefined();
    expect(refusedSetting(new Error("appearance.homeUrl must be short"))).toBeUndefined();
  });
});
