import type { Json } from "../../kit";
import { readableJson } from "../files/readable-json";

/** Metadata as text to edit; null becomes an empty text. */
export function metadataText(metadata: Json): string {
  return metadata === null ? "" : readableJson(metadata);
}

/** Reads edited metadata. @throws SyntaxError for text of which `jsonProblem` finds something */
export function parseMetadata(text: string): Json {
  return text.trim() === "" ? null : JSON.parse(text);
}

/** Why a text is not JSON, and in which line, where the browser says it; null for JSON. */
export function jsonProblem(text: string): { message: string; line: number | undefined } | null {
  try {
    parseMetadata(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: message.replace(/\.$/, ""), line: lineIn(message, text) };
  }
}

/** Browsers name a line, a position, or for a text that ends too early neither. */
function lineIn(message: string, text: string): number | undefined {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
  return /unexpected end/i.test(message) ? text.split("\n").length : undefined;
}
