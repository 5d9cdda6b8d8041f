// Any file server will do. This one also serves the kit's files and the settings from the environment.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const kit = path.dirname(fileURLToPath(import.meta.resolve("@gatehouse/kit")));
const settings = {
  baseUrl: process.env.GATEHOUSE_API_URL,
  projectId: process.env.GATEHOUSE_PROJECT_ID,
  publishableClientKey: process.env.GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
  hosted: process.env.GATEHOUSE_SITE_URL ?? "http://localhost:5173",
};

async function fileAt(pathname) {
  if (pathname === "/settings.js") return ["text/javascript", `export default ${JSON.stringify(settings)};`];
  // `URL` has resolved every `..`, so that the path stays inside.
  if (pathname.startsWith("/kit/")) return ["text/javascript", await readFile(path.join(kit, pathname.slice(5)))];
  return ["text/html", await readFile(new URL("index.html", import.meta.url))];
}

const port = Number(process.env.PORT ?? 3005);
createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  try {
    const [type, contents] = await fileAt(pathname);
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(contents);
  } catch {
    response.writeHead(404).end();
  }
}).listen(port, "127.0.0.1", () => console.log(`Listening on http://localhost:${port}`));
