import { env } from "cloudflare:workers";
import { decodeBase64, encodeBase64 } from "@oslojs/encoding";
import { describe, expect, it } from "vitest";
import * as platform from "./images";
import { isUploadableDataUrl, readImage } from "./images";

const images = env.IMAGES;
const API = "https://api.example.com";

/** A PNG of 7 × 5 pixels, written by Chromium, and the SHA-256 of its bytes by another implementation. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAYAAACJmvbYAAAAHklEQVR4AbTJMQ0AAADCsAX/nkEBfCzZVRncFqMTBgAA///iXYXJAAAABklEQVQDACA9Df1MQUJ/AAAAAElFTkSuQmCC";
const PNG_SHA256 = "80ca08c04a962a65d626b0b041e4e9d95eb350dfbb2b1bb4558d316f54abcebb";
const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQA1j/2Q==";
const GIF = "R0lGODlhBwAFAIAAAAAAAMg8FCH5BAAAAAAALAAAAAAHAAUAAAIVTJgwYcKECRMmTJgwYcKECRMmTJgCADs=";
const WEBP = "UklGRhwAAABXRUJQVlA4TA8AAAAvBgABAAcQ/Y/+ByKi/wEA";

/** The PNG with other numbers in its header. */
function pngOf(width: number, height: number): string {
  const bytes = decodeBase64(PNG);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return `data:image/png;base64,${encodeBase64(bytes)}`;
}

const storeImage = (kv: KVNamespace, apiUrl: string, input: string) =>
  platform.storeImage(kv, apiUrl, input, async () => {});

const fileNameOf = (url: string) => url.slice(`${API}/images/`.length);
const dataUrl = (type: string, text: string) => `data:${type};base64,${btoa(text)}`;

describe("storeImage", () => {
  it("stores a data URL under the hash of its bytes and responds with its address", async () => {
    expect(await storeImage(images, API, `data:image/png;base64,${PNG}`)).toEqual({
      ok: true,
      url: `https://api.example.com/images/${PNG_SHA256}.png`,
    });
    const stored = await images.get(`${PNG_SHA256}.png`, "arrayBuffer");
    expect(new Uint8Array(stored ?? new ArrayBuffer(0))).toEqual(decodeBase64(PNG));
  });

  it.each([
    ["png", `data:image/jpeg;base64,${PNG}`],
    ["jpg", `data:image/png;base64,${JPEG}`],
    ["webp", `data:image/gif;base64,${WEBP}`],
    ["gif", `data:image/webp;base64,${GIF}`],
  ])("goes by the bytes (%s), not by the type that the data URL claims", async (extension, input) => {
    const result = await storeImage(images, API, input);
    expect(result).toEqual({ ok: true, url: expect.stringMatching(new RegExp(`/[0-9a-f]{64}\\.${extension}$`)) });
  });

  it.each(["https://example.com/a.png?x=1#y", "http://example.com/a.svg", "HTTPS://EXAMPLE.COM/A"])(
    "keeps the address %s as it is",
    async (url) => {
      expect(await storeImage(images, API, url)).toEqual({ ok: true, url });
    },
  );

  it("400 for an address of more than 8,192 characters, which names the limit", async () => {
    const url = `https://example.com/${"a".repeat(8_172)}`;
    expect(await storeImage(images, API, url)).toEqual({ ok: true, url });
    expect(await storeImage(images, API, `${url}a`)).toEqual({
      ok: false,
      message: "Image address (8193 characters) exceeds maximum allowed length (8192 characters)",
    });
  });

  it.each([
    "",
    "picture.png",
    PNG,
    "https://",
    "javascript:alert(1)",
    "ftp://example.com/a.png",
    "data:text/html;base64,PGI+",
    `data:image/png,${PNG}`,
    `data:image/png;charset=utf-8;base64,${PNG}`,
    `xdata:image/png;base64,${PNG}`,
  ])("400 Invalid profile image URL: %j", async (input) => {
    expect(await storeImage(images, API, input)).toEqual({ ok: false, message: "Invalid profile image URL" });
  });

  it("attack script in an image: an SVG is refused, under its own type or another", async () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    expect(await storeImage(images, API, dataUrl("image/svg+xml", svg))).toEqual({
      ok: false,
      message: "Invalid profile image URL",
    });
    expect(await storeImage(images, API, dataUrl("image/png", svg))).toEqual({
      ok: false,
      message: "Image type image/svg+xml is not allowed. Allowed types: image/jpeg, image/png, image/webp, image/gif",
    });
  });

  it.each([["image/bmp", "BM\x3a\0\0\0"]])("400 for the type %s", async (type, text) => {
    expect(await storeImage(images, API, dataUrl(type, text))).toEqual({
      ok: false,
      message: `Image type ${type} is not allowed. Allowed types: image/jpeg, image/png, image/webp, image/gif`,
    });
  });

  it.each([
    ["nothing", "data:image/png;base64,"],
    ["no base-64", "data:image/png;base64,%%%%"],
    ["base-64 without its padding", "data:image/png;base64,iVBORw"],
    ["a page", dataUrl("image/png", "<html></html>")],
    ["a cut header", `data:image/png;base64,${PNG.slice(0, 28)}`],
    ["no width", pngOf(0, 5)],
  ])("400 Invalid image format or corrupted image data: %s", async (_what, input) => {
    expect(await storeImage(images, API, input)).toEqual({
      ok: false,
      message: "Invalid image format or corrupted image data",
    });
  });

  it("400 for more than 1,000,000 characters of base-64, which may be as many", async () => {
    const padded = PNG + "A".repeat(1_000_000 - PNG.length);
    expect(await storeImage(images, API, `data:image/png;base64,${padded}`)).toMatchObject({ ok: true });
    expect(await storeImage(images, API, `data:image/png;base64,${padded}AAAA`)).toEqual({
      ok: false,
      message: "Image size (1000004 bytes) exceeds maximum allowed size (1000000 bytes)",
    });
  });

  it("400 for more than 4096 pixels of width or height, which may be as many", async () => {
    expect(await storeImage(images, API, pngOf(4096, 4096))).toMatchObject({ ok: true });
    expect(await storeImage(images, API, pngOf(4097, 5000))).toEqual({
      ok: false,
      message: "Image width (4097px) exceeds maximum allowed width (4096px)",
    });
    const gif = decodeBase64(GIF);
    new DataView(gif.buffer).setUint16(6, 4097, true);
    expect(await storeImage(images, API, `data:image/gif;base64,${encodeBase64(gif)}`)).toEqual({
      ok: false,
      message: "Image width (4097px) exceeds maximum allowed width (4096px)",
    });
    expect(await storeImage(images, API, pngOf(4096, 5000))).toEqual({
      ok: false,
      message: "Image height (5000px) exceeds maximum allowed height (4096px)",
    });
  });
});

describe("storeImage when KV refuses a second write within a second", () => {
  /** The real namespace with the refusal of the hosted platform, which the local one does not have. */
  const busy = new Proxy(images, {
    get(target, property) {
      if (property === "put") return () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
      const member: unknown = Reflect.get(target, property);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

  it("succeeds when the same image is stored already", async () => {
    const input = `data:image/jpeg;base64,${JPEG}`;
    const first = await storeImage(images, API, input);
    expect(first).toMatchObject({ ok: true });
    expect(await storeImage(busy, API, input)).toEqual(first);
  });

  it("does not return a URL without an image behind it", async () => {
    await expect(storeImage(busy, API, pngOf(4001, 3))).rejects.toThrow("429");
  });
});

describe("readImage", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", JPEG],
    ["image/webp", WEBP],
    ["image/gif", GIF],
  ])("serves %s with its type, for ever, as nothing that could run", async (type, base64) => {
    const stored = await storeImage(images, API, `data:${type};base64,${base64}`);
    const response = await readImage(images, fileNameOf(stored.ok ? stored.url : ""));
    expect(response?.status).toBe(200);
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'",
      etag: `"${fileNameOf(stored.ok ? stored.url : "")}"`,
      "x-content-type-options": "nosniff",
    });
    expect(await response?.bytes()).toEqual(decodeBase64(base64));
  });

  it("attack type confusion: an image is served under the extension of its own type only", async () => {
    await storeImage(images, API, `data:image/png;base64,${PNG}`);
    expect(await readImage(images, `${PNG_SHA256}.webp`)).toBeUndefined();
  });

  it.each(["", "x", `${"0".repeat(64)}.png`, PNG_SHA256, `${PNG_SHA256}.html`, "k".repeat(600)])(
    "finds nothing under %j",
    async (fileName) => {
      expect(await readImage(images, fileName)).toBeUndefined();
    },
  );

  it("attack key guessing: serves no key of another form, though KV holds it", async () => {
    await images.put("secret.png", "not an image of ours");
    expect(await readImage(images, "secret.png")).toBeUndefined();
  });
});

describe("isUploadableDataUrl", () => {
  it.each(["png", "jpg", "jpeg", "gif", "bmp", "webp"])("takes data:image/%s in base-64", (type) => {
    expect(isUploadableDataUrl(`data:image/${type};base64,AAAA`)).toBe(true);
  });

  it.each([
    "",
    "https://example.com/a.png",
    "data:image/svg+xml;base64,AAAA",
    "data:image/png,AAAA",
    " data:image/png;base64,AAAA",
  ])("refuses %j", (text) => {
    expect(isUploadableDataUrl(text)).toBe(false);
  });
});
