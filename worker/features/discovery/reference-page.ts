import { html, raw } from "hono/html";

interface Operation {
  summary: string;
  description?: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

/** The OpenAPI document as a page to browse: it has no scripts. */
export async function referencePage(document: { [key: string]: unknown }, nonce: string): Promise<Response> {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  const groups = [...Map.groupBy(operations, ({ tags }) => tags[0] ?? "")].sort(([a], [b]) => a.localeCompare(b));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Gatehouse API reference</title>
        <style nonce="${nonce}">${raw(style)}</style>
      </head>
      <body>
        <nav aria-label="Endpoints">
          <h1>Gatehouse API</h1>
          <p><a href="openapi.json">OpenAPI document</a></p>
          ${groups.map(
            ([tag, group]) =>
              html`<h2>${tag}</h2>
                <ul>
                  ${group.map(
                    ({ method, path }) =>
                      html`<li><a href="#${anchor(method, path)}"><b>${method}</b> ${path}</a></li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main>${groups.map(([, group]) => group.map(section))}</main>
      </body>
    </html>`;
  return new Response(String(await page), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    },
  });
}

function section({ method, path, ...operation }: Operation & { method: string; path: string }) {
  return html`<section id="${anchor(method, path)}">
    <h2><b>${method}</b> ${path}</h2>
    <p>${prose(operation.summary)}</p>
    ${operation.description ? html`<p>${prose(operation.description)}</p>` : ""}
    ${
      operation.parameters.length > 0
        ? html`<table>
            <thead>
              <tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Meaning</th></tr>
            </thead>
            <tbody>
              ${operation.parameters.map(
                (each) =>
                  html`<tr>
                    <td><code>${each.name}</code>${each.required ? "" : " (optional)"}</td>
                    <td>${each.in}</td>
                    <td>${prose(each.description ?? "")}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
        : ""
    }
    ${shape("Body", operation.requestBody?.content)}
    ${Object.entries(operation.responses).map(
      ([status, { description, content }]) =>
        html`<p><b>${status}</b> ${prose(description)}</p>
          ${Number(status) < 300 ? shape("Response", content) : ""}`,
    )}
  </section>`;
}

function shape(title: string, content: Record<string, { schema: object }> | undefined) {
  const schema = Object.values(content ?? {})[0]?.schema;
  return schema
    ? html`<details>
        <summary>${title}</summary>
        <pre>${JSON.stringify(schema, null, 2)}</pre>
      </details>`
    : "";
}

/** Text in which backticks mark code, as in the OpenAPI document. */
function prose(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function anchor(method: string, path: string): string {
  return `${method}-${path}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: minmax(16rem, 22rem) 1fr; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; box-sizing: border-box; border-inline-end: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
nav h1 { font-size: 1.25rem; margin: 0; } nav h2 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; opacity: .7; margin: 1.5rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: .2rem 0; overflow-wrap: anywhere; }
a { color: inherit; text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem); max-width: 60rem; min-width: 0; }
section { padding-block: 1.5rem; border-block-end: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
section h2 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; } b { color: light-dark(#1f5f4f, #86cfb8); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .35rem .75rem .35rem 0; vertical-align: top; }
pre { overflow: auto; padding: 1rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 6%, transparent); font-size: .85rem; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
`;
