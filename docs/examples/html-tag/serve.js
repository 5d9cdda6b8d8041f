import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

// Any server of files will do. This one puts your settings in place of those of the page.
const settings = {
  "http://localhost:5173": process.env.GATEHOUSE_SITE_URL,
  "your-project-id": process.env.GATEHOUSE_PROJECT_ID,
  "pck_your-publishable-client-key": process.env.GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
};
let page = await readFile(new URL("index.html", import.meta.url), "utf8");
for (const [example, own] of Object.entries(settings)) page = page.replace(example, own ?? example);

const port = Number(process.env.PORT ?? 3006);
createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
  response.end(page);
}).listen(port, "127.0.0.1", () => console.log(`http://localhost:${port}`));
