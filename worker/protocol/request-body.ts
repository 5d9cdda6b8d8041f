import { bodyTooLarge, maxBodyBytes, refuse } from "./common-errors";
import { tooManyRequests } from "./error-definitions";
import { fail } from "./fail";
import { readJson, surveyJson } from "./json-text";
import { shortened } from "./validation-messages";

/** More values than the JSON of any request has. Each costs more, to be read and checked, than all its characters. */
const maxValues = 50_000;

/** More fields than any form has. */
const maxFormFields = 1_000;

/** What reading a body takes a turn of. */
export interface TakesTurns {
  turn: { waitToRead(sent: { length: number; values: number }): Promise<{ retryAfterMillis: number } | undefined> };
}

/**
 * Reads a body by its content type: JSON, form data (a flat object, the last of repeated keys wins), text, or bytes as a text.
 * `undefined` when there is none: no content type, or a GET. A long one waits for its turn.
 *
 * @throws BODY_PARSING_ERROR; a plain 413 above 2 MiB; a plain 429
 */
export async function readBody(request: Request, { turn }: TakesTurns): Promise<unknown> {
  const contentType = (request.headers.get("content-type") ?? "").split(";", 1)[0];
  if (request.method === "GET" || !contentType) return undefined;
  const read = readers[contentType];
  if (!read) return unreadable(`Unknown content type in request body: ${shortened(contentType)}`);
  const bytes = await readBytes(request);
  const { values = 1, parse } = read(bytes);
  const refusal = await turn.waitToRead({ length: bytes.length, values });
  return refusal ? fail(tooManyRequests, refusal) : parse();
}

/** A body that was looked through: how many values it has, and what reads them. */
interface Surveyed {
  values?: number;
  parse(): unknown;
}

const readers: Readonly<Record<string, (bytes: Uint8Array) => Surveyed>> = {
  "application/json": (bytes) => surveyed(decodeText(bytes)),
  "application/x-www-form-urlencoded": (bytes) => ({ parse: () => parseForm(decodeText(bytes)) }),
  "text/plain": (bytes) => ({ parse: () => decodeText(bytes) }),
  // No endpoint takes bytes. As an object, each of them would be a field to be refused.
  "application/octet-stream": (bytes) => ({ parse: () => new TextDecoder("latin1").decode(bytes) }),
};

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

function surveyed(text: string): Surveyed {
  const survey = surveyJson(text);
  return {
    values: Math.min(survey.values, maxValues),
    parse() {
      if (survey.values > maxValues) unreadable(`The JSON in the request body has more than ${maxValues} values`);
      const json = readJson(text, survey);
      return json.ok ? json.value : unreadable("Invalid JSON in request body");
    },
  };
}

function parseForm(text: string): Record<string, string> {
  try {
    decodeURIComponent(text);
  } catch {
    return unreadable("Invalid form data in request body");
  }
  const fields = new URLSearchParams(text);
  if (fields.size > maxFormFields) return unreadable("Invalid form data in request body");
  return Object.fromEntries(fields);
}
