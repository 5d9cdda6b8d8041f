import * as z from "zod";
import { acceptsMe } from "./casting";
import { parseUrl } from "./url";
import {
  containsSpaces,
  isInvalid,
  mustBeDefined,
  mustBeEmail,
  mustBeHost,
  mustBeInteger,
  mustBeOneLine,
  mustBeUuid,
  mustHaveAsciiLocalPart,
  mustNotBeEmpty,
} from "./validation-messages";

/*
 * The field kinds of the wire (contract: protocol, "Schema-field constraints"). A message here may hold `{path}`, which
 * the schema error fills in; fields without a message of their own get the template of their rule.
 */

/**
 * A text of at most `max` characters. The length is checked first, and a longer text meets no further check: what a pattern
 * or a parser costs is bounded whatever is sent. Every text of a request is made by this.
 *
 * @param tooLong the complaint where a longer text breaks another rule by its length alone
 */
export function text(max: number, tooLong?: string) {
  return z.string().max(max, { abort: true, ...(tooLong && { error: tooLong }) });
}

/** A text that has no limit of its own, but has to fit its row beside three large metadata values. */
export const longText = text(100_000);

/** An id or a name that something else gives meaning to, such as the id of a provider's configuration. */
export const shortText = text(1_000);

/** A token, a code or a state that is returned as it is. More does not fit the line of a request. */
export const opaque = text(16_384);

/** The `next_cursor` of another page of the list. What is none of the list is refused where it is read. */
export const cursor = text(4_096);

/** A header that is read as a whole. The edge lets no more through. */
export const headerText = text(131_072);

const maxUrlLength = 1_000_000;
const maxMetadataBytes = 512 * 1024;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A version 4 UUID in any case, read in lower case. */
export const uuid = text(36, mustBeUuid)
  .regex(uuidV4, mustBeUuid)
  .overwrite((text) => text.toLowerCase())
  .meta({ format: "uuid" });

/** A user id, or `me` for the user whose access token the request carries. */
export const userIdOrMe = uuid.meta({ description: "A user id, or `me` for the signed-in user.", [acceptsMe]: true });

/** `internal` or a lower-case version 4 UUID. */
export const projectId = text(36, isInvalid).refine((text) => text === "internal" || isNormalUuid(text), isInvalid);

/** Tells whether a text is a version 4 UUID in lower case, as ids are stored. */
export function isNormalUuid(text: string): boolean {
  return uuidV4.test(text) && text === text.toLowerCase();
}

// The HTML living standard's pattern for <input type=email>: single-label domains pass, and so does the empty string.
const htmlEmail =
  /^$|^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
// No leading, trailing or double dots before the @, and a last label of two characters or more.
const strictEmailPattern = /^[^.@]+(?:\.[^.@]+)*@(?:[^.@]*\.)+[^.@]{2,}$/;
// The wire names a pattern that takes the same addresses, in quadratic time.
const mustMatchStrictEmail = String.raw`{path} must match the following: "/^[^.]+(\.[^.]+)*@.*\.[^.][^.]+$/"`;

/**
 * An email address by its syntax alone, no longer than email allows (RFC 5321 section 4.5.3.1), give or take. An internationalised domain
 * is read as DNS has it, so that both of its spellings are one address.
 */
export const email = text(256)
  .overwrite(withAsciiDomain)
  .regex(htmlEmail, { error: ({ input }) => (hasAsciiLocalPart(String(input)) ? mustBeEmail : mustHaveAsciiLocalPart) })
  .meta({ format: "email" });

/** The A-labels of a domain are in lower case (RFC 5890 section 2.3.2.1). What makes no domain stays as it is. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || isAscii(domain) || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return address;
  return address.slice(0, at) + (parseUrl(`http://${domain}`)?.hostname ?? domain);
}

/** Servers that take others need an extension (SMTPUTF8, RFC 6531), which few have. */
function hasAsciiLocalPart(address: string): boolean {
  return isAscii(address.slice(0, Math.max(address.lastIndexOf("@"), 0)));
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** A text that is not empty. */
export const filledText = longText.min(1, mustNotBeEmpty);

/** A host name, or an IP address; one of version 6 with or without brackets. No address of a URL, no port, no credentials. */
export const host = filledText.refine(isHost, mustBeHost);

function isHost(text: string): boolean {
  if (!text.includes(":")) return /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,252}$/u.test(text);
  const address = text.replace(/^\[(.*)\]$/, "$1");
  return /^[\da-f:.]{2,45}$/i.test(address) && URL.canParse(`http://[${address}]/`);
}

/** A name on one line: it is written into headers of emails. */
export const nameLine = text(256).min(1, mustNotBeEmpty).refine(isOneLine, mustBeOneLine);

function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/** An email address that email can be expected to reach: sign-up and one-time codes. */
export const strictEmail = email.regex(strictEmailPattern, mustMatchStrictEmail);

/** The one normal form of an address: trimmed, lower case. Applied when it is stored and when it is looked up. */
export function normalizeEmail(address: string): string {
  // ASCII letters alone: the Kelvin sign and others would else turn into a letter of another person's address.
  return address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** An address as it is stored: checked as it came, then in normal form. */
export const storedEmail = email.min(1, mustNotBeEmpty).overwrite(normalizeEmail);

/** An absolute URL of any scheme, without spaces. */
export const url = text(maxUrlLength)
  .refine((value) => !value.includes(" "), containsSpaces)
  .refine((value) => parseUrl(value) !== undefined, "{path} is not a valid URL")
  .meta({ format: "uri" });

/** The most characters of a new password, in its normal form. */
export const maxPasswordLength = 70;

const passwordTooLong = `{path} must be at most ${maxPasswordLength} characters`;

/**
 * A new password as it is typed, measured in its normal form. The shortest length is a rule of the handlers, which name it in an
 * error of its own.
 */
export const password = text(1_000, passwordTooLong)
  .refine((typed) => normalizePassword(typed).length <= maxPasswordLength, passwordTooLong)
  .meta({ format: "password", maxLength: maxPasswordLength });

/**
 * The form of a password that is hashed and measured: NFC, which unlike NFKC keeps apart what people see as different (RFC 8265
 * section 4.2.2).
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}

/** The 45 characters of a verification code, as people write them. */
export const verificationCode = text(1_000).overwrite(readTypedCode).length(45, { abort: true });

/** A code of Crockford base-32, however it was typed: what the alphabet leaves out is read as what it looks like. */
export function readTypedCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

/** Standard base-64 with padding, of at most `max` characters; the empty string passes. */
export function base64(max: number) {
  return text(max).regex(
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    "{path} is not valid base64",
  );
}

/** A whole number. Unlike zod's own rule, this one lets the other rules of the field be reported too. */
export const integer = z.number().refine(Number.isSafeInteger, mustBeInteger).meta({ type: "integer" });

/** Milliseconds since the epoch. */
export const millis = integer.describe("Milliseconds since the Unix epoch.");

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Any JSON value up to 512 KiB, stored and returned as it is. The body parser has already made sure that it is JSON. */
export const metadata = z
  .custom<Json>((value) => value !== undefined, mustBeDefined)
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxMetadataBytes,
    `{path} must be at most ${maxMetadataBytes} bytes as JSON`,
  )
  .describe("Any JSON value of up to 512 KiB.");

/** The metadata of users and of teams, by those who may read and write them. */
export const metadataFields = {
  /** Clients read and write these. */
  ofClients: {
    client_metadata: metadata.describe(
      "Any JSON value of the app's own. Clients read and write it: do not decide anything by it. 512 KiB at most.",
    ),
  },
  /** Servers write these, and clients read them. */
  forClients: {
    client_read_only_metadata: metadata.describe(
      "Any JSON value of the app's own. Clients read it, only servers write it. 512 KiB at most.",
    ),
  },
  ofServers: {
    server_metadata: metadata.describe(
      "Any JSON value of the app's own, which only servers read and write. 512 KiB at most.",
    ),
  },
};

const nothingVisible = /^[\p{Z}\p{Cc}\p{Cf}]*$/u;

/** A person's display name. Text that shows nothing becomes the empty one, which counts as no name where it is stored. */
export const userDisplayName = text(256)
  .overwrite((name) => (nothingVisible.test(name) ? "" : name))
  .nullable();

/** `true` and `false`; `1`, `0` and text are cast. */
export const flag = z.boolean();

/** `true` or `false` in a query, in these very words. */
export const trueOrFalse = z.enum(["true", "false"]);

/**
 * An object of at most `max` entries, whose names a client chooses. Their number is checked first: a complaint about each of very many
 * would make the response many times the request.
 */
export function ofFewEntries<Entries extends z.ZodType<object>>(max: number, entries: Entries, complaint: string) {
  const countFirst = (sent: z.input<Entries>, context: z.RefinementCtx) => {
    if (typeof sent === "object" && sent !== null && Object.keys(sent).length > max) context.addIssue(complaint);
    return sent;
  };
  return z.preprocess(countFirst, entries);
}

/** The response of endpoints that return nothing else. */
export const Success = z
  .object({ success: z.literal(true).describe("Always `true`; a failure is an error.") })
  .meta({ id: "Success" });

/** A query of no parameters: any key is refused. */
export const noQuery = z.strictObject({});

/** The body of a request that has none; the clients of the wire send an empty object. */
export const noBody = z.strictObject({}).optional();

function elements<Item extends z.ZodType>(item: Item) {
  return z.array(item).describe("The elements, in the order that the endpoint promises.");
}

/** A whole list in one response. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: elements(item),
    is_paginated: z.literal(false).describe("Always `false`: the list is complete."),
  });
}

/** Says where a list goes on: at the first element that was not returned. */
export const Pagination = z
  .object({
    next_cursor: z
      .string()
      .nullable()
      .describe("Send it as `cursor`, as it is, to get the next page. `null` on the last page."),
  })
  .meta({ id: "Pagination" });

/** The whole list, or one page of it where the request asks for one. */
export function listOrPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: elements(item),
    is_paginated: z
      .boolean()
      .describe("`true` where the list comes in pages and has `pagination`, `false` where it is complete."),
    pagination: Pagination.optional().describe("How to go on reading. Absent where the response is the whole list."),
  });
}

/** One page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: elements(item),
    is_paginated: z.literal(true).describe("Always `true`: the list comes in pages."),
    pagination: Pagination.describe("How to go on reading."),
  });
}
