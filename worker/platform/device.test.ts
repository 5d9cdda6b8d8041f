import { describe, expect, it } from "vitest";
import { deviceOf } from "./device";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)";
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("deviceOf", () => {
  it.each([
    [`${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, "Chrome", "Windows"],
    [
      `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0`,
      "Microsoft Edge",
      "Windows",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox", "Linux"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`, "Safari", "macOS"],
    [`${iPhone} ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
    ["", null, null],
    [null, null, null],
  ])("reads %s", (userAgent, browser, system) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system });
  });

  // The attack: a header of many kilobytes, which patterns are run on.
  it("does not read a text that no browser sends", () => {
    expect(deviceOf(`${windows} Chrome/141.0 ${"Version/1 ".repeat(50)}`)).toEqual({ browser: null, system: null });
  });
});
