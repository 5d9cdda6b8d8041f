export interface Release {
  /** The version in package.json. */
  version: string;
  /** The version in package-lock.json. */
  lockedVersion: string;
  /** The tags of the repository. */
  tags: readonly string[];
  /** The files that differ from the last commit. */
  changedFiles: readonly string[];
  /** The text of CHANGELOG.md. */
  changelog: string;
}

/** Says in sentences why a version cannot be released; the list is empty if it can. */
export function releaseProblems({ version, lockedVersion, tags, changedFiles, changelog }: Release): string[] {
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+$/.test(version))
    problems.push(`The version "${version}" in package.json is not of the form 1.2.3.`);
  else if (!hasDatedSection(changelog, version)) problems.push(`CHANGELOG.md has no "## ${version} - YYYY-MM-DD".`);
  else if (!listsChanges(changelog, version)) problems.push(`CHANGELOG.md says nothing about ${version}.`);
  if (lockedVersion !== version) problems.push(`package-lock.json has version ${lockedVersion}. Run npm install.`);
  if (tags.includes(`v${version}`)) problems.push(`The tag v${version} exists. Raise the version in package.json.`);
  if (changedFiles.length > 0) problems.push(`Commit what has changed first: ${changedFiles.join(", ")}.`);
  if (listsChanges(changelog, "Unreleased")) {
    problems.push(`CHANGELOG.md lists changes under "## Unreleased". Move them below "## ${version}".`);
  }
  return problems;
}

/** The sections of a changelog, each with its heading. */
const sections = (changelog: string) => changelog.split(/^(?=## )/m);

function hasDatedSection(changelog: string, version: string): boolean {
  return sections(changelog).some((section) => {
    const [heading = ""] = section.split("\n");
    return heading.startsWith(`## ${version} - `) && /\d{4}-\d\d-\d\d$/.test(heading);
  });
}

function listsChanges(changelog: string, name: string): boolean {
  return sections(changelog).some((section) => section.startsWith(`## ${name}`) && /^- /m.test(section));
}
