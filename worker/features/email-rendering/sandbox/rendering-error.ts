/** Says which of the two sources of an email is meant. */
export type SourceFile = "template" | "theme";

/** Says what is wrong with a source, or with what it did. Lines count from 1. */
export interface RenderingError {
  message: string;
  file?: SourceFile;
  line?: number;
}

/** Thrown for what is wrong with a source as a whole, or at a line that is known. */
export class SourceError extends Error {
  constructor(
    message: string,
    readonly file: SourceFile,
    readonly line: number | undefined,
  ) {
    super(message);
  }
}

const maxMessageLength = 1_000;

/** One error as the author of the source reads it, such as `template, line 12: name is not defined`. */
export function describeError(message: string, file?: SourceFile, line?: number): RenderingError {
  const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
  const text = message.slice(0, maxMessageLength);
  return { message: place ? `${place}: ${text}` : text, ...(file && { file }), ...(line && { line }) };
}
