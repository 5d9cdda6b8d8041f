import { encodeHexLowerCase } from "@oslojs/encoding";
import { readImageHeader } from "./image-header";

/** Limit of the base-64 text, in characters. The bytes it stands for are three quarters of it, so they are under it too. */
const SIZE_LIMIT = 1_000_000;
const PIXELS_LIMIT = 4096;

/** Kept addresses, in characters: a row with one of these beside its metadata stays below the 2 MB that D1 stores. */
const ADDRESS_LIMIT = 8192;

const EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif" } as const;
const CONTENT_TYPES = new Map<string, string>(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]));

const DATA_URL_HEAD = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);base64,/;
/** Matches what `storeImage` names its files. */
export const imageFileName = /^[0-9a-f]{64}\.(png|jpg|webp|gif)$/;

/** The address under which an image is read, or the message (a plain 400) why it is refused. */
export type StoredImage = { ok: true; url: string } | { ok: false; message: string };

/**
 * Tells whether a value is an image in the form in which clients may upload one: a base-64 data URL of a bitmap image. It
 * does not check what is inside; `storeImage` does.
 */
export function isUploadableDataUrl(text: string): boolean {
  return DATA_URL_HEAD.test(text);
}

/**
 * Takes the image that a field was set to. A base-64 data URL is checked, stored under the SHA-256 of its bytes, and becomes
 * `{apiUrl}/images/{hash}.{extension}`. An http(s) URL stays as it is. Anything else is refused. SVG is refused too, because an SVG is
 * a document with scripts.
 *
 * What the bytes are is read from the bytes. The type that the data URL claims is not believed.
 *
 * @param recordUse is given the name of the stored image before it is stored, so that no deletion misses its use. It is also given how
 *   many bytes are going to be stored, if any.
 */
export async function storeImage(
  images: KVNamespace,
  apiUrl: string,
  input: string,
  recordUse: (fileName: string, bytes?: number) => Promise<void>,
): Promise<StoredImage> {
  if (/^https?:\/\//i.test(input) && URL.canParse(input)) {
    if (input.length > ADDRESS_LIMIT) {
      return refused(
        `Image address (${input.length} characters) exceeds maximum allowed length (${ADDRESS_LIMIT} characters)`,
      );
    }
    const stored = storedFileName(apiUrl, input);
    if (stored !== undefined) await recordUse(stored);
    return { ok: true, url: input };
  }
  if (!isUploadableDataUrl(input)) return refused("Invalid profile image URL");

  const base64 = input.slice(input.indexOf(",") + 1);
  if (base64.length > SIZE_LIMIT) {
    return refused(`Image size (${base64.length} bytes) exceeds maximum allowed size (${SIZE_LIMIT} bytes)`);
  }
  const bytes = decode(base64);
  const header = bytes && readImageHeader(bytes);
  if (!header) return refused("Invalid image format or corrupted image data");
  if (!("width" in header)) {
    return refused(
      `Image type ${header.type} is not allowed. Allowed types: image/jpeg, image/png, image/webp, image/gif`,
    );
  }
  if (header.width > PIXELS_LIMIT) {
    return refused(`Image width (${header.width}px) exceeds maximum allowed width (${PIXELS_LIMIT}px)`);
  }
  if (header.height > PIXELS_LIMIT) {
    return refused(`Image height (${header.height}px) exceeds maximum allowed height (${PIXELS_LIMIT}px)`);
  }

  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const fileName = `${encodeHexLowerCase(hash)}.${EXTENSIONS[header.type]}`;
  await recordUse(fileName, bytes.byteLength);
  await putOnce(images, fileName, bytes);
  return { ok: true, url: `${apiUrl}/images/${fileName}` };
}

/** The file name of an image that is stored here, from the address under which it is served. */
export function storedFileName(apiUrl: string, url: string): string | undefined {
  const folder = `${apiUrl}/images/`;
  const fileName = url.startsWith(folder) ? url.slice(folder.length) : "";
  return imageFileName.test(fileName) ? fileName : undefined;
}

/** Deletes a stored image, and returns what stores it again. */
export async function deleteImage(images: KVNamespace, fileName: string): Promise<() => Promise<void>> {
  const bytes = await images.get(fileName, "arrayBuffer");
  await images.delete(fileName);
  return async () => {
    if (bytes) await putOnce(images, fileName, new Uint8Array(bytes));
  };
}

/** `Cache-Control` of images: the name is made of the content. */
export const immutable = "public, max-age=31536000, immutable";

/**
 * Returns the response with a stored image, undefined when there is none of that name. It may be cached for ever, since the name is
 * made of the content. Nothing in it can run even if a browser is talked into opening it as a document.
 */
export async function readImage(images: KVNamespace, fileName: string): Promise<Response | undefined> {
  const contentType = CONTENT_TYPES.get(imageFileName.exec(fileName)?.[1] ?? "");
  if (contentType === undefined) return undefined;
  const body = await images.get(fileName, "stream");
  if (body === null) return undefined;
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "cache-control": immutable,
      etag: `"${fileName}"`,
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}

/**
 * KV takes one write a second per key and refuses the next with 429. The name is made of the content, so a refused write of something
 * that is there is no failure. Another request has then just stored the same image.
 */
async function putOnce(images: KVNamespace, fileName: string, bytes: Uint8Array): Promise<void> {
  try {
    await images.put(fileName, bytes);
  } catch (error) {
    const stored = await images.get(fileName, "stream");
    if (stored === null) throw error;
    await stored.cancel();
  }
}

function decode(base64: string): Uint8Array | undefined {
  try {
    // The library takes sixty times as long.
    return Uint8Array.fromBase64(base64, { lastChunkHandling: "strict" });
  } catch {
    return undefined;
  }
}

function refused(message: string): StoredImage {
  return { ok: false, message };
}
