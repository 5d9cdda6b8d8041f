import { describe, expect, it } from "vitest";
import { changedSettings } from "./changes";
import { configDocument, type ProjectConfig } from "./document";
import { pathsTo } from "./kinds";
import type { Path } from "./override";
import { renderConfig } from "./render";
import { RenderedConfigs } from "./rendered-configs";
import { isSecretPath, secretPaths } from "./secrets";

const signUp = (isAllowed: boolean) => JSON.stringify({ "auth.allowSignUp": isAllowed });

/** A cache, with the projects whose configuration it rendered. */
function counted(limits?: { projects: number; characters: number }) {
  const rendered: string[] = [];
  const configs = new RenderedConfigs((projectId, override) => {
    rendered.push(projectId);
    return renderConfig(override);
  }, limits);
  return { configs, rendered };
}

describe("RenderedConfigs", () => {
  it("renders an override once, and returns the same document for every read of it", () => {
    const { configs, rendered } = counted();
    const first = configs.read("a", signUp(false));
    expect(first.override).toEqual({ "auth.allowSignUp": false });
    expect(first.config).toEqual(renderConfig(first.override));
    for (let read = 0; read < 3; read++) expect(configs.read("a", signUp(false))).toBe(first);
    expect(rendered).toEqual(["a"]);
  });

  it("a changed override is seen by the next read, and so is one that is changed back", () => {
    const { configs } = counted();
    const read = (isAllowed: boolean) => configs.read("a", signUp(isAllowed)).config.auth.allowSignUp;
    expect([read(true), read(false), read(true)]).toEqual([true, false, true]);
  });

  // Attack: an owner stores the override of another project to be given its document, or the other way round.
  it("a document is never that of another project, even of one with the same override", () => {
    const configs = new RenderedConfigs((projectId, override) =>
      renderConfig({ ...override, "rbac.permissions": { [projectId]: {} } }),
    );
    for (const id of ["a", "b", "__proto__", "a"]) {
      expect(Object.keys(configs.read(id, "{}").config.rbac.permissions)).toEqual(id === "__proto__" ? [] : [id]);
    }
    expect(configs.read("a", "{}")).not.toBe(configs.read("b", "{}"));
  });

  it("keeps at most so many projects, and drops the one that was read longest ago", () => {
    const { configs, rendered } = counted({ projects: 2, characters: 1_000 });
    for (const id of ["a", "b", "a", "c", "a", "b"]) configs.read(id, "{}");
    expect(rendered).toEqual(["a", "b", "c", "b"]);
  });

  it("keeps at most so many characters of overrides; one longer than that is not kept and drops no other", () => {
    const { configs, rendered } = counted({ projects: 100, characters: 100 });
    const text = (length: number) => `{"x":"${"x".repeat(length - 8)}"}`;
    for (const id of ["a", "b"]) configs.read(id, text(50));
    configs.read("large", text(101));
    for (const id of ["a", "b"]) configs.read(id, text(50));
    expect(rendered).toEqual(["a", "b", "large"]);
    // A longer version of one project takes the space of the other.
    configs.read("a", text(51));
    configs.read("b", text(50));
    configs.read("a", text(51));
    expect(rendered).toEqual(["a", "b", "large", "a", "b", "a"]);
  });

  // Evidence: long-configurations-take-no-place-of-others
  it("a long one takes the place of long ones alone", () => {
    // Attack: two projects with overrides of 0.9 MB are read in turns. Each is rendered anew, and the documents of all others with them.
    const { configs, rendered } = counted();
    const long = JSON.stringify({ x: "x".repeat(600 * 1024) });
    for (const id of ["a", "long", "longer", "long", "a"]) configs.read(id, id === "a" ? signUp(true) : long);
    expect(rendered).toEqual(["a", "long", "longer", "long"]);
  });

  it("an override that has outgrown the limit takes its last version out", () => {
    const { configs, rendered } = counted({ projects: 100, characters: 30 });
    for (const text of [signUp(true), JSON.stringify({ x: "x".repeat(30) }), signUp(true)]) configs.read("a", text);
    expect(rendered).toEqual(["a", "a", "a"]);
  });

  it("one that cannot be rendered is not kept", () => {
    const { configs } = counted();
    for (let read = 0; read < 2; read++) expect(() => configs.read("a", "{")).toThrow(SyntaxError);
    expect(configs.read("a", "{}").override).toEqual({});
  });
});

const domain = { "domains.trustedDomains.a": { baseUrl: "https://acme.example", handlerPath: "/handler" } };
const ofDomain = ["domains.trustedDomains.a.baseUrl", "domains.trustedDomains.a.handlerPath"];

describe("changedSettings", () => {
  const keysOf = (before: object, after: object) =>
    changedSettings(renderConfig({ ...before }), renderConfig({ ...after })).map(({ key }) => key);

  it("says of the first entry of a collection and of its last what is in it, and nothing of the collection", () => {
    expect(keysOf({}, domain)).toEqual(ofDomain);
    expect(keysOf(domain, {})).toEqual(ofDomain);
  });

  it("says of an entry without settings of its own that it came and went", () => {
    const group = { "payments.groups.plans": {} };
    expect(changedSettings(renderConfig({}), renderConfig(group))).toMatchObject([
      { key: "payments.groups.plans", before: null },
    ]);
    expect(keysOf(group, {})).toEqual(["payments.groups.plans"]);
  });
});

/** A document with one setting. */
function documentWith(path: Path, value: string): ProjectConfig {
  return path.toReversed().reduce<unknown>((inner, segment) => ({ [segment]: inner }), value) as ProjectConfig;
}

describe("a secret of the configuration", () => {
  // Evidence: marked-sealed-when-stored-wherever-name
  it("is marked as one, by which it is sealed when it is stored, wherever its name says that it is one", () => {
    // Attack: a setting for a secret is added, and stands readable in the database, in backups and in the audit log.
    const texts = pathsTo(configDocument, ({ type }) => type === "string");
    const named = texts.filter((path) => /secret|password|token|privatekey|apikey/i.test(path.at(-1) ?? ""));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !isSecretPath(path))).toEqual([]);
  });

  it.each(secretPaths.map((path) => path.join(".")))(
    "%s is named without a value among the settings that changed",
    (key) => {
      // Attack: an admin reads in the audit log what an owner has entered.
      const path = key.split(".").map((segment) => (segment === "*" ? "any" : segment));
      const changes = changedSettings(documentWith(path, "before"), documentWith(path, "after"));
      expect(changes).toEqual([{ key: path.join("."), secret: "changed" }]);
    },
  );
});
