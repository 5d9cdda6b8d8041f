import type { Budget } from "./budget";
import { describeError, type RenderingError, SourceError, type SourceFile } from "./rendering-error";

/** Describes what was thrown while a mail was rendered, with the line of the source that it comes from. */
export function locateError(thrown: unknown, budget: Budget): RenderingError {
  if (thrown instanceof SourceError && !budget.spent) return ofSource(thrown);
  const { message, stack } = readError(budget.spent?.error ?? thrown);
  const frame = /\b(template|theme)\.js:(\d+)/.exec(stack);
  const place = frame
    ? { file: frame[1] as SourceFile, line: Number(frame[2]) }
    : (budget.spent?.place ?? budget.place);
  return describeError(message, place?.file, place?.line);
}

function ofSource({ message, file, line }: SourceError): RenderingError {
  return line ? describeError(message, file, line) : { message, file };
}

/** Attack: what is thrown is the source's own, and can throw again when it is read. */
function readError(thrown: unknown): { message: string; stack: string } {
  try {
    const { message, stack } = Object(thrown) as { message?: unknown; stack?: unknown };
    return { message: String(message ?? thrown), stack: String(stack ?? "") };
  } catch {
    return { message: "The source threw something that cannot be read.", stack: "" };
  }
}
