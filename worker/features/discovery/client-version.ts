export type VersionAdvice = { upToDate: true } | { upToDate: false; error: string; severe: boolean };

/** Compares a client's semantic version (semver.org 2.0.0) with the server's and returns what its user should do. */
export function compareWithServer(client: string, server: string): VersionAdvice {
  const update =
    "Please update to the latest version as soon as possible to ensure that you get the latest feature and security updates.";
  const parsed = parse(client);
  const current = parse(server);
  if (!parsed || !current) {
    return outdated(true, `The client version you specified (v${client}) is not a valid semver version. ${update}`);
  }
  if (client === server) return { upToDate: true };
  const versions = `v${client}; the current version is v${server}`;
  if (parsed.major !== current.major || parsed.minor !== current.minor) {
    return outdated(true, `Your version of Gatehouse is severely outdated (${versions}). ${update}`);
  }
  if (parsed.patch < current.patch) {
    return outdated(false, `You are running an outdated version of Gatehouse (${versions}). ${update}`);
  }
  if (parsed.patch > current.patch) {
    return outdated(
      false,
      `You are running a version of Gatehouse that is newer than the newest known version (v${client} > v${server}).`,
    );
  }
  return outdated(true, `Your version of Gatehouse differs from the current one (${versions}). ${update}`);
}

function outdated(severe: boolean, error: string): VersionAdvice {
  return { upToDate: false, error, severe };
}

function parse(version: string) {
  const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
  const [, major, minor, patch] = pattern.exec(version) ?? [];
  return major && minor && patch ? { major: Number(major), minor: Number(minor), patch: Number(patch) } : null;
}
