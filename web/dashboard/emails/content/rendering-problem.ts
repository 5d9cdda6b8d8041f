import { isKnownError } from "../../../kit/errors/known-error";

/** Why a source cannot be rendered, where the author finds it. */
export interface RenderingProblem {
  /** Of the two sources of a mail; undefined where it is the mail as a whole. */
  readonly file: "template" | "theme" | undefined;
  readonly line: number | undefined;
  readonly message: string;
}

/** What an error of the renderer says; undefined for any other error. */
export function renderingProblem(error: unknown): RenderingProblem | undefined {
  if (!isKnownError(error, "EMAIL_RENDERING_ERROR")) return undefined;
  const text = error.details?.error ?? error.message;
  const [, file, line, message] = /^(template|theme)(?:, line (\d+))?: ([\s\S]*)$/.exec(text) ?? [];
  if (message === undefined) return { file: undefined, line: undefined, message: text };
  return { file: file === "theme" ? "theme" : "template", line: line ? Number(line) : undefined, message };
}
