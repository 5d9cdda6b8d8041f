import { describe, it } from "vitest";
import { type Release, releaseProblems } from "./problems";

const changelog = `# Changelog

## Unreleased

## 1.2.0 - 2026-11-29

### Added

- A user can have a nickname.

## 1.1.0 - 2026-11-22

### Added

- Users.
`;

const ready: Release = {
  version: "1.2.0",
  lockedVersion: "1.2.0",
  tags: ["v1.1.0"],
  changedFiles: [],
  changelog,
};

describe("a release", () => {
  it("has no problems where everything is committed and CHANGELOG.md says what is in the version", ({ expect }) => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.for<[string, Partial<Release>, RegExp]>([
    ["with changes that are not committed", { changedFiles: ["README.md", "new.ts"] }, /README\.md, new\.ts/],
    ["of a version that was released", { tags: ["v1.1.0", "v1.2.0"] }, /The tag v1\.2\.0 exists/],
    ["of a version that is none", { version: "1.2", lockedVersion: "1.2" }, /"1\.2" in package\.json/],
    ["with another version in the lock file", { lockedVersion: "1.1.0" }, /package-lock\.json has version 1\.1\.0/],
    ["without an entry", { version: "1.3.0", lockedVersion: "1.3.0" }, /CHANGELOG\.md has no "## 1\.3\.0 - /],
    ["without a date", { changelog: changelog.replace("1.2.0 - 2026-11-29", "1.2.0") }, /no "## 1\.2\.0 - /],
    ["with an empty entry", { changelog: changelog.replace("- A user can have a nickname.\n", "") }, /says nothing/],
    [
      "with changes under Unreleased",
      { changelog: changelog.replace("## Unreleased\n", "## Unreleased\n\n- Another change.\n") },
      /"## Unreleased"/,
    ],
  ])("%s is refused", ([, part, problem], { expect }) => {
    expect(releaseProblems({ ...ready, ...part })).toEqual([expect.stringMatching(problem)]);
  });
});
