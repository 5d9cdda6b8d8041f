import { describe, expect, it } from "vitest";
import { changedSettings } from "./changes";
import { configDocument, type ProjectConfig } from "./document";
import { pathsTo } from "./kinds";
import type { Path } from "./override";
import { isSecretPath, secretPaths } from "./secrets";

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
