/** The isolate that compiles: parsers never see a source outside of one. */
import { compileSource } from "./compile";
import { describeError, type RenderingError, SourceError, type SourceFile } from "./rendering-error";

export type CompileOutcome =
  | { ok: true; modules: Partial<Record<SourceFile, string>> }
  | { ok: false; error: RenderingError };

export default {
  async fetch(request: Request): Promise<Response> {
    const sources: Partial<Record<SourceFile, string>> = await request.json();
    return Response.json(compileAll(sources));
  },
};

function compileAll(sources: Partial<Record<SourceFile, string>>): CompileOutcome {
  try {
    const compiled = Object.entries(sources).map(([file, tsx]) => [file, compileSource(tsx, file as SourceFile)]);
    return { ok: true, modules: Object.fromEntries(compiled) };
  } catch (error) {
    if (error instanceof SourceError) return { ok: false, error: describeError(error.message, error.file, error.line) };
    throw error;
  }
}
