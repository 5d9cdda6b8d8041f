/** A mailbox with the name that email programs show for it. */
export interface Sender {
  name: string;
  email: string;
}

export interface EmailMessage {
  from: Sender;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further header fields: printable ASCII, at most 900 characters each. */
  headers?: Record<string, string>;
}

/** Longest line of quoted-printable text (RFC 2045 section 6.7, rule 5) and of a folded header (RFC 5322 section 2.1.1). */
const maxLineLength = 76;

const utf8 = new TextEncoder();

/**
 * Says whether an address may be written into a header and into an SMTP command as it is. It is a dot-atom of printable
 * ASCII, and a host name (RFC 5321 section 4.1.2, without quoted local parts, address literals and SMTPUTF8). Line
 * ends, blanks and angle brackets, by which an address would add a header or a command, are no part of it.
 */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/.test(address);
}

/**
 * Composes the message as it goes over the wire (RFC 5322, multipart/alternative), not yet dot-stuffed. Lines end in CRLF, and none is
 * longer than 998 characters. Subject and name of the sender may hold anything. What is not short printable ASCII is encoded (RFC
 * 2047), so that no text can end its header and begin another.
 *
 * @throws TypeError when an address or a further header field cannot be written safely.
 */
export function composeMessage(message: EmailMessage, date: Date): string {
  const { from, to, subject, html, text, headers = {} } = message;
  if (!isPlainAddress(from.email) || !isPlainAddress(to)) throw new TypeError("An email needs plain addresses");
  const boundary = `=_${crypto.randomUUID()}`;
  return [
    `From: ${displayName(from.name)}<${from.email}>`,
    `To: <${to}>`,
    `Subject: ${unstructured(subject)}`,
    // RFC 5322 section 3.3 names the zone "+0000"; "GMT" is only read for the sake of old emails.
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${crypto.randomUUID()}@${from.email.slice(from.email.indexOf("@") + 1)}>`,
    ...Object.entries(headers).map(furtherHeader),
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    ...part(boundary, "text/plain", text),
    ...part(boundary, "text/html", html),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

function part(boundary: string, type: string, content: string): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
    quotedPrintable(content),
  ];
}

/** The name in front of an address: a quoted string, or encoded words where quotes cannot hold it. */
function displayName(name: string): string {
  const text = singleLine(name);
  if (text === "") return "";
  if (!isShortAscii(text)) return `${encodedWords(text)}\r\n `;
  return `"${text.replace(/["\\]/g, "\\$&")}" `;
}

function unstructured(value: string): string {
  const text = singleLine(value);
  return isShortAscii(text) ? text : encodedWords(text);
}

function furtherHeader([name, value]: [string, string]): string {
  if (!/^[A-Za-z0-9-]+$/.test(name) || !/^[ -~]{1,900}$/.test(value)) {
    throw new TypeError(`The email header ${JSON.stringify(name)} cannot be written`);
  }
  return `${name}: ${value}`;
}

/** Line ends and other control characters have no place in a name or subject: a blank stands for each run of them. */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Short enough for its line, and nothing in it that a reader would take for an encoded word. */
function isShortAscii(text: string): boolean {
  return text.length <= 60 && /^[ -~]*$/.test(text) && !text.includes("=?");
}

/** RFC 2047 section 2: lines of at most 76 characters with one word each; no character is split between two words. */
function encodedWords(text: string): string {
  const maxBytes = 39;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (utf8.encode(word + character).length > maxBytes) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  words.push(word);
  return words.map((each) => `=?UTF-8?B?${base64(each)}?=`).join("\r\n ");
}

/** Base64 of the UTF-8 bytes of a text. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...utf8.encode(text)));
}

/** RFC 2045 section 6.7: every byte survives, in short lines of printable ASCII. */
function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(quotedPrintableLine)
    .join("\r\n");
}

function quotedPrintableLine(line: string): string {
  let encoded = "";
  let length = 0;
  const bytes = utf8.encode(line);
  bytes.forEach((byte, index) => {
    const isBlank = byte === 0x20 || byte === 0x09;
    const isLiteral = isBlank ? index < bytes.length - 1 : byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const symbol = isLiteral ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    if (length + symbol.length >= maxLineLength) {
      encoded += "=\r\n";
      length = 0;
    }
    encoded += symbol;
    length += symbol.length;
  });
  return encoded;
}
