import type { Json } from "../../kit";

/** Metadata as text to edit; null becomes an empty text. */
export function metadataText(metadata: Json): string {
  return metadata === null ? "" : JSON.stringify(metadata, null, 2);
}

/** Reads edited metadata. @throws SyntaxError for text that `checkMetadata` refuses */
export function parseMetadata(text: string): Json {
  return text.trim() === "" ? null : JSON.parse(text);
}

/** Why a text is not JSON, or true, as react-hook-form expects. */
export function checkMetadata(text: string): string | true {
  try {
    parseMetadata(text);
    return true;
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
  }
}
