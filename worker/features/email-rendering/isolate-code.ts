import { type IsolatedCode, runIsolated } from "../../platform/sandbox";
import type { CompileOutcome } from "./sandbox/compiler";
import type { SourceFile } from "./sandbox/rendering-error";

interface CodeTools {
  sandbox: WorkerLoader;
  assets: Fetcher;
  settings: { apiUrl: string };
}

type Sources = Partial<Record<SourceFile, string>>;

/** The files that run in isolates, and a name of their version. */
interface SandboxFiles {
  renderer: string;
  /** The same with the component that highlights code, which takes four times as long to start. */
  rendererWithCode: string;
  compiler: string;
  version: string;
}

/** Loaded with the first email that needs them, and kept. */
let loaded: SandboxFiles | undefined;

/**
 * Describes the isolate that renders these sources for this project. Its id changes with every part of it, and `code` makes its
 * code where no isolate is warm. Sources that do not compile give an isolate that responds with their error.
 */
export async function isolateCode(
  tools: CodeTools,
  projectId: string,
  sources: Sources,
): Promise<{ id: string; code: () => Promise<IsolatedCode> }> {
  loaded ??= await loadFiles(tools);
  const files = loaded;
  return {
    id: `render:${await digest(JSON.stringify([files.version, projectId, sources]))}`,
    code: async (): Promise<IsolatedCode> => {
      const compiled = await compile(tools, files, projectId, sources);
      if (!compiled.ok) return { mainModule: "error.js", modules: { "error.js": errorModule(compiled) } };
      const { template = "export default null;", theme = "" } = compiled.modules;
      const renderer = [template, theme].some(reachesCode) ? files.rendererWithCode : files.renderer;
      return {
        mainModule: "main.js",
        modules: { "main.js": mainModule, "renderer.js": renderer, "template.js": template, "theme.js": theme },
      };
    },
  };
}

const mainModule = `import { respond } from "./renderer.js";
import template from "./template.js";
import theme from "./theme.js";
export default { fetch: (request) => respond(request, { template, theme }) };
`;

/**
 * Tells whether a compiled source can reach the component that highlights code, or one of the themes for it. The names of these
 * themes begin with a small letter. A source reaches them if it imports them, or if it imports all of the components.
 */
function reachesCode(compiled: string): boolean {
  return /"@react-email\/components"(?!,"(?!CodeBlock")[A-Z]\w*")/.test(compiled);
}

function errorModule(outcome: CompileOutcome): string {
  return `export default { fetch: () => Response.json(${JSON.stringify(outcome)}) };`;
}

const secondsInCache = 86_400;

/** Returns what the compiler made of these sources, which the cache of the data center keeps by their content. */
async function compile(
  tools: CodeTools,
  files: SandboxFiles,
  projectId: string,
  sources: Sources,
): Promise<CompileOutcome> {
  const content = await digest(JSON.stringify([files.version, sources]));
  const address = `${tools.settings.apiUrl}/compiled-sources/${content}`;
  const kept = await caches.default.match(address);
  if (kept) return kept.json();
  const result = await runIsolated(tools.sandbox, {
    // One that another project keeps busy would have this one wait.
    id: `compile:${files.version}:${projectId}`,
    code: async () => ({ mainModule: "compiler.js", modules: { "compiler.js": files.compiler } }),
    input: sources,
    cpuMs: 2_000,
  });
  // Not an outcome, which would stay warm.
  if (!result.ok) throw new Error(`The source could not be compiled: ${result.reason}`);
  const headers = { "Cache-Control": `public, max-age=${secondsInCache}` };
  await caches.default.put(address, Response.json(result.output, { headers }));
  return result.output as CompileOutcome;
}

/** @throws Error when the assets were not built */
async function loadFiles({ assets, settings }: CodeTools): Promise<SandboxFiles> {
  const [renderer, rendererWithCode, compiler] = await Promise.all(
    ["renderer", "renderer-with-code", "compiler"].map(async (name) => {
      const response = await assets.fetch(`${settings.apiUrl}/email-sandbox/${name}.js`);
      if (!response.ok) throw new Error(`The email sandbox is not among the assets: ${response.status}`);
      return response.text();
    }),
  );
  if (!renderer || !rendererWithCode || !compiler) throw new Error("The email sandbox is empty");
  return { renderer, rendererWithCode, compiler, version: await digest(renderer + rendererWithCode + compiler) };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
