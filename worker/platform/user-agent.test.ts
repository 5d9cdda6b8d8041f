import { describe, expect, it } from "vitest";
import { readProgram, readUserAgent } from "./user-agent";

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("readUserAgent", () => {
  it.each([
    [`${chrome} Safari/537.36`, "Chrome", "Windows", "desktop"],
    [`${chrome} Safari/537.36 Edg/141.0`, "Microsoft Edge", "Windows", "desktop"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox", "Linux", "desktop"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605`, "Safari", "macOS", "desktop"],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
      "Safari",
      "iOS",
      "mobile",
    ],
    ["Mozilla/5.0 <b>Unheard of</b>", null, null, null],
  ])("%s", async (text, browser, system, device) => {
    expect(await readUserAgent(text)).toEqual({ browser, system, device });
  });
});

describe("readProgram", () => {
  it.each([
    ["node", "Node.js"],
    ["undici", "Node.js"],
    ["curl/8.5.0", "curl"],
    ["python-requests/2.32", "Python"],
    ["Go-http-client/2.0", "Go"],
    [`${chrome} Safari/537.36`, "Chrome on Windows"],
    ["", null],
    // Attack: a sender that names itself, so that a page that shows the name vouches for it.
    ["Acme Support (verified)", null],
    ["nodeAcme Support", null],
  ])("%s", async (text, name) => {
    expect(await readProgram(text)).toBe(name);
  });
});
