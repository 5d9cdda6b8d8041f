import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type EmbedRelease, integrityOf, VERSIONS } from "../build/embed";

/** Limits how many versions of the elements a site keeps beside the newest. */
const keptVersions = 20;

/**
 * Copies the versions of the elements that the deployed site has into the folder of the next site. An upload replaces the whole
 * site, and websites may have pinned these versions. Each file has to match the hash that its version has named from the start.
 *
 * @returns the versions that the folder now has, the newest first
 * @throws Error when the deployed site has a version that is not complete
 */
export async function keepPinnedElements(siteUrl: string, folder: string): Promise<string[]> {
  const built: string[] = JSON.parse(await readFile(path.join(folder, VERSIONS), "utf8"));
  const deployed = (await jsonAt<string[]>(`${siteUrl}/${VERSIONS}`)) ?? [];
  const kept = deployed.filter((version) => isName(version) && !built.includes(version)).slice(0, keptVersions);
  for (const version of kept) await copyVersion(siteUrl, folder, version);
  const versions = [...built, ...kept];
  await writeFile(path.join(folder, VERSIONS), `${JSON.stringify(versions)}\n`);
  return versions;
}

async function copyVersion(siteUrl: string, folder: string, version: string): Promise<void> {
  const address = `${siteUrl}/embed/${version}`;
  const target = path.join(folder, "embed", version);
  const release = await jsonAt<EmbedRelease>(`${address}/integrity.json`);
  if (!release)
    throw new Error(`The site lists the version ${version} of the elements, but has no ${address}/integrity.json.`);
  await mkdir(target, { recursive: true });
  for (const [name, integrity] of Object.entries(release.files)) {
    const code = isName(name) ? await (await fetch(`${address}/${name}`)).text() : "";
    if (integrityOf(code) !== integrity) throw new Error(`${address}/${name} is not the file of its version.`);
    await writeFile(path.join(target, name), code);
  }
  await writeFile(path.join(target, "integrity.json"), `${JSON.stringify(release, null, 2)}\n`);
}

/**
 * Returns what a site has at an address; null for nothing, in place of which Pages serves the site's own document. Before the first
 * deployment, its host has no record in DNS either.
 */
async function jsonAt<T>(url: string): Promise<T | null> {
  const response = await fetch(url).catch((error: Error) => {
    if ((error.cause as { code?: string } | undefined)?.code === "ENOTFOUND") return null;
    throw error;
  });
  if (!response) return null;
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return response.ok && isJson ? await response.json() : null;
}

/** Attack: a name that leaves the folder, from a site that was taken over. */
function isName(name: string): boolean {
  return /^\w[\w.-]*$/.test(name);
}
