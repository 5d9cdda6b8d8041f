import type { Wrangler } from "../platform/wrangler";

/** Requests a path of the account's API, for what wrangler has no command. Gives the result. */
export type RequestApi = (method: "GET" | "PUT", path: string, body?: object) => Promise<unknown>;

/** The id of the D1 database of this name; undefined if there is none. */
export async function findDatabase(wrangler: Wrangler, name: string): Promise<string | undefined> {
  const databases: { uuid: string; name: string }[] = JSON.parse(await wrangler(["d1", "list", "--json"]));
  return databases.find((database) => database.name === name)?.uuid;
}

/** The id of the D1 database of this name, which is made if there is none. */
export function ensureDatabase(wrangler: Wrangler, name: string): Promise<string> {
  const find = () => findDatabase(wrangler, name);
  return findOrCreate(find, () => wrangler(["d1", "create", name, "--no-update-config"]), `D1 database ${name}`);
}

/** Has a D1 database read from replicas near its readers, or from its primary alone. */
export async function ensureReplication(requestApi: RequestApi, id: string, isOn: boolean): Promise<void> {
  const mode = isOn ? "auto" : "disabled";
  const path = `/d1/database/${id}`;
  const { read_replication: present } = (await requestApi("GET", path)) as { read_replication?: { mode: string } };
  if ((present?.mode ?? "disabled") === mode) return;
  await requestApi("PUT", path, { read_replication: { mode } });
}

/** The id of the KV namespace of this title, which is made if there is none. */
export function ensureNamespace(wrangler: Wrangler, title: string): Promise<string> {
  const find = async () => {
    const namespaces: { id: string; title: string }[] = JSON.parse(await wrangler(["kv", "namespace", "list"]));
    return namespaces.find((namespace) => namespace.title === title)?.id;
  };
  const create = () => wrangler(["kv", "namespace", "create", title, "--no-update-config"]);
  return findOrCreate(find, create, `KV namespace ${title}`);
}

/** Makes the queue of this name if there is none. */
export async function ensureQueue(wrangler: Wrangler, name: string): Promise<void> {
  // `queues list` prints pages of a table, so the queue is looked up by name. A failure of another kind fails again here.
  await wrangler(["queues", "info", name]).catch(() => wrangler(["queues", "create", name]));
}

/** Makes the Pages project of this name if there is none. */
export async function ensurePages(wrangler: Wrangler, name: string): Promise<void> {
  const projects: { "Project Name": string }[] = JSON.parse(await wrangler(["pages", "project", "list", "--json"]));
  if (projects.some((project) => project["Project Name"] === name)) return;
  // Without --force, wrangler makes a Worker in place of a Pages project when it takes the caller for an AI agent.
  await wrangler(["pages", "project", "create", name, "--production-branch", "main", "--force"]);
}

async function findOrCreate(
  find: () => Promise<string | undefined>,
  create: () => Promise<unknown>,
  what: string,
): Promise<string> {
  const existing = await find();
  if (existing) return existing;
  await create();
  const made = await find();
  if (!made) throw new Error(`The ${what} was made and is not in the list; run the deployment again.`);
  return made;
}
