import { afterEach, describe, expect, it, vi } from "vitest";
import { GatehouseClientApp } from "../apps/client-app";
import { wait } from "../host/host";
import { FakeHost, FakePage } from "../testing/fake-host";
import {
  baseUrlOf,
  extraRequestHeadersOf,
  projectIdOf,
  publishableClientKeyOf,
  secretServerKeyOf,
  superSecretAdminKeyOf,
} from "./app-options";

const options = { tokenStore: null };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Sets every variable to its own name, then takes the winners away one by one: what is left is the order. */
function orderOf(names: readonly string[], read: () => string | null): string[] {
  for (const name of names) vi.stubEnv(name, `http://${name}`);
  return names.map(() => {
    const winner = (read() ?? "").replace("http://", "");
    vi.stubEnv(winner, "");
    return winner;
  });
}

describe("settings from the environment, the first that is not empty", () => {
  const common = [
    "NEXT_PUBLIC_GATEHOUSE_API_URL",
    "GATEHOUSE_API_URL",
    "NEXT_PUBLIC_STACK_API_URL",
    "STACK_API_URL",
    "NEXT_PUBLIC_STACK_URL",
  ];

  it.each<[string, () => string | null, string[]]>([
    [
      "project id",
      () => projectIdOf(options),
      ["NEXT_PUBLIC_GATEHOUSE_PROJECT_ID", "GATEHOUSE_PROJECT_ID", "NEXT_PUBLIC_STACK_PROJECT_ID", "STACK_PROJECT_ID"],
    ],
    [
      "publishable client key",
      () => publishableClientKeyOf(options),
      [
        "NEXT_PUBLIC_GATEHOUSE_PUBLISHABLE_CLIENT_KEY",
        "GATEHOUSE_PUBLISHABLE_CLIENT_KEY",
        "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
        "STACK_PUBLISHABLE_CLIENT_KEY",
      ],
    ],
    ["secret server key", () => secretServerKeyOf(options), ["GATEHOUSE_SECRET_SERVER_KEY", "STACK_SECRET_SERVER_KEY"]],
    [
      "super secret admin key",
      () => superSecretAdminKeyOf(options),
      ["GATEHOUSE_SUPER_SECRET_ADMIN_KEY", "STACK_SUPER_SECRET_ADMIN_KEY"],
    ],
    [
      "base URL on a server",
      () => baseUrlOf(options, new FakeHost()),
      [
        "NEXT_PUBLIC_SERVER_GATEHOUSE_API_URL",
        "NEXT_PUBLIC_GATEHOUSE_API_URL_SERVER",
        "GATEHOUSE_API_URL_SERVER",
        "NEXT_PUBLIC_SERVER_STACK_API_URL",
        "NEXT_PUBLIC_STACK_API_URL_SERVER",
        "STACK_API_URL_SERVER",
        ...common,
      ],
    ],
    [
      "base URL in a browser",
      () => baseUrlOf(options, new FakeHost(new FakePage())),
      [
        "NEXT_PUBLIC_BROWSER_GATEHOUSE_API_URL",
        "NEXT_PUBLIC_GATEHOUSE_API_URL_BROWSER",
        "GATEHOUSE_API_URL_BROWSER",
        "NEXT_PUBLIC_BROWSER_STACK_API_URL",
        "NEXT_PUBLIC_STACK_API_URL_BROWSER",
        "STACK_API_URL_BROWSER",
        ...common,
      ],
    ],
  ])("%s", (_, read, names) => {
    expect(orderOf(names, read)).toEqual(names);
  });

  it.each([
    [projectIdOf, "project ID"],
    [secretServerKeyOf, "secret server key"],
    [superSecretAdminKeyOf, "super secret admin key"],
  ])("%s names what is missing: the %s", (read, name) => {
    expect(() => read(options)).toThrow(name);
  });

  it("an app without a publishable client key is one of a project that asks for none", () => {
    expect(publishableClientKeyOf(options)).toBeNull();
  });

  it("an option wins over them", () => {
    vi.stubEnv("GATEHOUSE_PROJECT_ID", "p1");
    expect(projectIdOf({ ...options, projectId: "p2" })).toBe("p2");
  });

  it.each([
    "NEXT_PUBLIC_GATEHOUSE_EXTRA_REQUEST_HEADERS",
    "GATEHOUSE_EXTRA_REQUEST_HEADERS",
    "NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS",
    "STACK_EXTRA_REQUEST_HEADERS",
  ])("%s is JSON", (name) => {
    expect(extraRequestHeadersOf(options)).toEqual({});
    vi.stubEnv(name, '{"x-tunnel":"1"}');
    expect(extraRequestHeadersOf(options)).toEqual({ "x-tunnel": "1" });
    vi.stubEnv(name, "x-tunnel: 1");
    expect(() => extraRequestHeadersOf(options)).toThrow(
      "The extra request headers in the environment are not a JSON object.",
    );
  });
});

describe("the base URL", () => {
  it.each([
    ["a server", null, "GATEHOUSE_API_URL_SERVER or GATEHOUSE_API_URL"],
    ["a browser", new FakePage(), "NEXT_PUBLIC_GATEHOUSE_API_URL_BROWSER or NEXT_PUBLIC_GATEHOUSE_API_URL"],
  ])("has no default: without one the constructor throws on %s, and names where it is taken from", (_, page, names) => {
    const keys = { projectId: "p1", publishableClientKey: "pck_1" };
    expect(() => new GatehouseClientApp({ ...options, ...keys }, new FakeHost(page))).toThrow(
      `Welcome to Gatehouse! It seems that you haven't provided a base URL. Pass it as \`baseUrl\`, or set ${names} in the environment.`,
    );
    expect(() => new GatehouseClientApp({ ...options, ...keys, baseUrl: "api.example" }, new FakeHost(page))).toThrow(
      'The base URL must begin with http:// or https://, but is "api.example".',
    );
  });

  it("loses one slash at its end", () => {
    expect(baseUrlOf({ ...options, baseUrl: "https://api.example/auth/" }, new FakeHost())).toBe(
      "https://api.example/auth",
    );
  });

  it("may differ between browser and server, by where the request is sent from", () => {
    const host = new FakeHost();
    const both = { ...options, baseUrl: { browser: "https://b.example", server: "https://s.example" } };
    expect(baseUrlOf(both, host)).toBe("https://s.example");
    host.fakePage = new FakePage();
    expect(baseUrlOf(both, host)).toBe("https://b.example");
  });
});

describe("wait", () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d milliseconds", async (milliseconds) => {
    await expect(wait(milliseconds)).rejects.toThrow(
      `wait() requires a non-negative integer number of milliseconds to wait. (found: ${milliseconds}ms)`,
    );
  });

  it("refuses 2,147,483,647 milliseconds and more, where a timer would fire at once", async () => {
    await expect(wait(2_147_483_647)).rejects.toThrow("wait() requires fewer than 2147483647 milliseconds");
    await expect(wait(0)).resolves.toBeUndefined();
  });
});
