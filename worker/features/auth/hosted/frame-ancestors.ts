import { coversDomainsOfOthers, type ProjectConfig, readDomainPattern } from "../../../config";

/** Matches what a policy's source can say of a host: a name, or any number of labels before one (CSP level 3, section 2.3.1). */
const sourceHost = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Its own scheme and every port, which is as far as `domains.allowLocalhost` goes. */
const localhost = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];

/** Limits how many characters all sources may have together: servers and proxies refuse long headers. */
const maxSourcesLength = 4_096;

/**
 * Lists the sources of `frame-ancestors` (CSP level 3, section 6.4.2) from which a project's sign-in pages may be framed. They
 * are its trusted domains with `https`, and localhost where the project allows it. A wildcard that is not a whole first label
 * cannot be written as a source, so it is left out. So is a wildcard under which strangers register names.
 */
export async function frameAncestors({ domains }: Pick<ProjectConfig, "domains">): Promise<string[]> {
  const trusted = Object.values(domains.trustedDomains).map(({ baseUrl = "" }) => sourceOf(baseUrl));
  const sources = (await Promise.all(trusted)).flatMap((source) => source ?? []);
  const all = [...new Set([...(domains.allowLocalhost ? localhost : []), ...sources])];
  let length = 0;
  return all.filter((source) => {
    length += source.length + 1;
    return length <= maxSourcesLength;
  });
}

async function sourceOf(domain: string): Promise<string | undefined> {
  const { protocol, host, port } = readDomainPattern(domain) ?? { protocol: "", host: "", port: "" };
  const source = host.replace(/^\*\*\./, "*.");
  if (protocol !== "https:" || !sourceHost.test(source) || (await coversDomainsOfOthers(domain))) return undefined;
  return `${protocol}//${source}${port && `:${port}`}`;
}
