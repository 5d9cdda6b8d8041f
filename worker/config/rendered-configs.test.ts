import { describe, expect, it } from "vitest";
import { renderConfig } from "./index";
import { RenderedConfigs } from "./rendered-configs";

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
