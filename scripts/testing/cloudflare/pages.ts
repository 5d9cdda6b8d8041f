import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Account } from "./account";
import { failure, pageOf, success, textOf, uploadToken } from "./responses";

const done = { name: "deploy", status: "success", started_on: null, ended_on: null };

/** `/pages`: a project is made, files that it lacks are uploaded, and a deployment names a file for each path. */
export function addPages(api: Hono, uploads: Hono, { files, sites }: Account): void {
  const project = "/pages/projects/:name";
  const shown = (name: string) => ({
    ...{ id: `id-of-${name}`, name, subdomain: `${name}.pages.dev`, domains: [`${name}.pages.dev`] },
    ...{ production_branch: "main", created_on: "2026-01-01T00:00:00Z" },
    deployment_configs: { production: {}, preview: {} },
  });
  api.get("/pages/projects", (c) => success(c, pageOf(c, [...sites.keys()].map(shown)), sites.size));
  api.post("/pages/projects", async (c) => {
    const { name } = await c.req.json();
    if (sites.has(name)) return failure(c, 400, 8000002);
    sites.set(name, []);
    return success(c, shown(name));
  });
  api.get(project, (c) => {
    const name = c.req.param("name");
    return sites.has(name) ? success(c, shown(name)) : failure(c, 404, 8000007);
  });
  api.get(`${project}/upload-token`, (c) => success(c, { jwt: uploadToken() }));
  uploads.post("/check-missing", async (c) => {
    const { hashes }: { hashes: string[] } = await c.req.json();
    return success(
      c,
      hashes.filter((hash) => !files.has(hash)),
    );
  });
  uploads.post("/upload", async (c) => {
    const uploaded: { key: string; value: string }[] = await c.req.json();
    for (const { key, value } of uploaded) files.set(key, Buffer.from(value, "base64"));
    return success(c, null);
  });
  uploads.post("/upsert-hashes", (c) => success(c, null));
  api.post(`${project}/deployments`, async (c) => {
    const form = await c.req.formData();
    const manifest: Record<string, string> = JSON.parse(await textOf(form.get("manifest")));
    const deployments = sites.get(c.req.param("name"));
    if (!deployments) return failure(c, 404, 8000007);
    if (Object.values(manifest).some((hash) => !files.has(hash))) return failure(c, 400, 8000096);
    deployments.push(manifest);
    const url = `https://${c.req.param("name")}.pages.dev`;
    return success(c, { id: randomUUID(), url, environment: "production", latest_stage: done, stages: [done] });
  });
  api.get(`${project}/deployments/:id`, (c) =>
    success(c, { id: c.req.param("id"), latest_stage: done, stages: [done] }),
  );
}
