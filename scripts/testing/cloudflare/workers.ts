import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import {
  type Account,
  type Binding,
  failure,
  type Metadata,
  type Script,
  success,
  textOf,
  uploadToken,
} from "./account";

/** `/workers`: a Worker is uploaded with its assets, secrets and migrations, then gets its schedules and its subdomain. */
export function addWorkers(api: Hono, account: Account): void {
  const { scripts, files } = account;
  const script = "/workers/scripts/:name";
  api.get("/workers/services/:name", (c) => {
    const found = scripts.get(c.req.param("name"));
    if (!found) return failure(c, 404, 10090);
    const latest = { tag: "its-tag", tags: [], last_deployed_from: "wrangler", migration_tag: found.migrationTag };
    return success(c, { default_environment: { environment: "production", script: latest } });
  });
  api.get("/workers/workers/:name", (c) => {
    const found = scripts.get(c.req.param("name"));
    if (!found) return failure(c, 404, 10007);
    const subdomain = { enabled: found.workersDev, previews_enabled: found.workersDev };
    return success(c, { id: "its-id", name: c.req.param("name"), tags: [], subdomain });
  });
  api.get("/workers/scripts", (c) =>
    success(
      c,
      [...scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag })),
    ),
  );
  api.get("/workers/subdomain", (c) => success(c, { subdomain: "example" }));
  api.get(`${script}/deployments`, (c) =>
    scripts.has(c.req.param("name")) ? success(c, { deployments: [] }) : failure(c, 404, 10007),
  );
  api.get(`${script}/settings`, (c) => {
    const found = scripts.get(c.req.param("name"));
    return found ? success(c, { bindings: found.metadata.bindings.map(withoutText) }) : failure(c, 404, 10007);
  });
  api.get(`${script}/secrets`, (c) => {
    const found = scripts.get(c.req.param("name"));
    if (!found) return failure(c, 404, 10007);
    return success(
      c,
      [...found.secrets.keys()].map((name) => ({ name, type: "secret_text" })),
    );
  });
  api.post(`${script}/subdomain`, async (c) => {
    const { enabled, previews_enabled } = await c.req.json();
    Object.assign(scripts.get(c.req.param("name")) ?? {}, { workersDev: enabled });
    return success(c, { enabled, previews_enabled });
  });
  api.put(`${script}/schedules`, async (c) => {
    const schedules: { cron: string }[] = await c.req.json();
    Object.assign(scripts.get(c.req.param("name")) ?? {}, { crons: schedules.map(({ cron }) => cron) });
    return success(c, { schedules });
  });
  api.post(`${script}/assets-upload-session`, async (c) => {
    const { manifest }: { manifest: Record<string, { hash: string }> } = await c.req.json();
    const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
    const missing = [...hashes].filter((hash) => !files.has(hash));
    return success(c, { jwt: uploadToken(), buckets: missing.length > 0 ? [missing] : [] });
  });
  api.post("/workers/assets/upload", async (c) => {
    for (const [hash, content] of await c.req.formData()) {
      files.set(hash, Buffer.from(await textOf(content), "base64"));
    }
    return success(c, { jwt: uploadToken() });
  });
  // The first upload of a Worker, and those with a migration of its Durable Objects, are deployed at once.
  api.put(script, async (c) => {
    const name = c.req.param("name");
    const uploaded = await uploadedScript(account, scripts.get(name), await c.req.formData());
    if ("refused" in uploaded) return failure(c, ...uploaded.refused);
    scripts.set(name, uploaded);
    return success(c, { id: name, etag: "its-etag", deployment_id: randomUUID(), startup_time_ms: 5 });
  });
  const versions = new Map<string, Script>();
  api.post(`${script}/versions`, async (c) => {
    const uploaded = await uploadedScript(account, scripts.get(c.req.param("name")), await c.req.formData());
    if ("refused" in uploaded) return failure(c, ...uploaded.refused);
    const id = randomUUID();
    versions.set(id, uploaded);
    return success(c, { id, number: versions.size, resources: { script: { etag: "its-etag" } }, startup_time_ms: 5 });
  });
  api.post(`${script}/deployments`, async (c) => {
    const { versions: chosen }: { versions: { version_id: string }[] } = await c.req.json();
    const version = versions.get(chosen[0]?.version_id ?? "");
    if (!version) return failure(c, 404, 10094);
    scripts.set(c.req.param("name"), version);
    return success(c, { id: randomUUID(), strategy: "percentage", versions: chosen });
  });
  api.patch(`${script}/script-settings`, async (c) => success(c, await c.req.json()));
}

type Refused = { refused: [status: 400 | 412, code: number, message?: string] };

/** A Worker from the form of its upload. It keeps of the one before what the form says to keep. */
async function uploadedScript(account: Account, before: Script | undefined, form: FormData): Promise<Script | Refused> {
  const metadata: Metadata = JSON.parse(await textOf(form.get("metadata")));
  // A migration names the tag after which it is applied.
  if (metadata.migrations && metadata.migrations.old_tag !== before?.migrationTag) return { refused: [412, 10079] };
  const bindings = metadata.bindings.map((binding) =>
    binding.type === "inherit" ? before?.metadata.bindings.find(({ name }) => name === binding.name) : binding,
  );
  if (!bindings.every((binding) => binding && exists(account, binding))) {
    return { refused: [400, 10021, "A binding has no resource."] };
  }
  const secrets = new Map(metadata.keep_bindings?.includes("secret_text") ? before?.secrets : undefined);
  for (const { type, name, text } of metadata.bindings) if (type === "secret_text") secrets.set(name, String(text));
  return {
    ...{ crons: [], workersDev: false, ...before, secrets },
    metadata: { ...metadata, bindings: bindings.filter((binding) => binding !== undefined) },
    modules: [...form.keys()].filter((part) => part !== "metadata"),
    migrationTag: metadata.migrations?.new_tag ?? before?.migrationTag,
  };
}

/** Tells whether the account has what a binding names. */
function exists({ databases, namespaces, queues }: Account, binding: Binding): boolean {
  if (binding.type === "d1") return databases.has(String(binding.id));
  if (binding.type === "kv_namespace") return namespaces.has(String(binding.namespace_id));
  if (binding.type === "queue") return queues.some(({ queue_name }) => queue_name === binding.queue_name);
  return true;
}

function withoutText({ text, ...binding }: Binding): Omit<Binding, "text"> {
  return binding.type === "secret_text" ? binding : { ...binding, text };
}
