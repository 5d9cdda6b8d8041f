import { bodyTooLarge, maxBodyBytes, refuse } from "./common-errors";
import { readJson } from "./json-text";
import { shortened } from "./validation-messages";

/** More fields than any form has. */
const maxFormFields = 1_000;

const comma = 0x2c;

/** Holds what reading a body is charged to. */
export interface Charged {
  trace: { bodyValues: number };
}

/**
 * Reads a body by its content type: JSON, form data (a flat object, the last of repeated keys wins), text or bytes.
 * `undefined` when there is none: no content type, or a GET. The values of JSON are charged before they are read: as many as it has
 * commas, and more where texts have some.
 *
 * @throws BODY_PARSING_ERROR; a plain 413 above 2 MiB
 */
export async function readBody(request: Request, { trace }: Charged): Promise<unknown> {
  const contentType = (request.headers.get("content-type") ?? "").split(";", 1)[0];
  if (request.method === "GET" || !contentType) return undefined;
  switch (contentType) {
    case "application/json": {
      const bytes = await readBytes(request);
      trace.bodyValues = bytes.reduce((sum, byte) => (byte === comma ? sum + 1 : sum), 0);
      return parseJson(decodeText(bytes));
    }
    case "application/x-www-form-urlencoded":
      return parseForm(decodeText(await readBytes(request)));
    case "text/plain":
      return decodeText(await readBytes(request));
    case "application/octet-stream":
      return await readBytes(request);
    default:
      return unreadable(`Unknown content type in request body: ${shortened(contentType)}`);
  }
}

/** Reads a body as text, whatever its content type. @throws BODY_PARSING_ERROR; a plain 413 above 2 MiB */
export async function readText(request: Request): Promise<string> {
  return decodeText(await readBytes(request));
}

function unreadable(message: string): never {
  return refuse("BODY_PARSING_ERROR", { message });
}

/** Reads at most the limit: a length header may lie, and a stream has none. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) refuse(bodyTooLarge);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBodyBytes) refuse(bodyTooLarge);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return unreadable("Request body cannot be parsed as UTF-8");
  }
}

function parseJson(text: string): unknown {
  const json = readJson(text);
  return json.ok ? json.value : unreadable("Invalid JSON in request body");
}

function parseForm(text: string): Record<string, string> {
  try {
    decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return unreadable("Invalid form data in request body");
  }
  const fields = new URLSearchParams(text);
  if (fields.size > maxFormFields) return unreadable("Invalid form data in request body");
  return Object.fromEntries(fields);
}
