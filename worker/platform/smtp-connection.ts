import { connect } from "cloudflare:sockets";

/** Says what goes wrong in an SMTP dialogue, with the reply of the server where it gave one. */
export class SmtpError extends Error {
  constructor(
    readonly problem: "unreachable" | "connection-lost" | "unsafe" | "not-smtp" | "refused",
    message: string,
    readonly reply?: SmtpReply,
  ) {
    super(message);
  }
}

/** A whole reply: its code, and its lines as the server wrote them. */
export interface SmtpReply {
  code: number;
  text: string;
}

/** RFC 5321 section 4.5.3.1.5 allows 512 characters a line; a server that goes on and on is cut off. */
const maxReplyLength = 16_384;

/**
 * The client's half of an SMTP dialogue (RFC 5321) over one TCP socket. It checks the form of replies, not their codes:
 * `expect` does that, command by command. What it sends is never logged.
 */
export class SmtpConnection {
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #unread = "";
  #decoder = new TextDecoder();
  /** Is true if what is sent now is encrypted, to a server whose certificate fits the host name. */
  isEncrypted: boolean;

  /** @throws SmtpError ("unreachable") when host or port are none that can be connected to. */
  constructor(host: string, port: number, implicitTls: boolean) {
    try {
      this.#socket = connect(
        { hostname: host, port },
        { secureTransport: implicitTls ? "on" : "starttls", allowHalfOpen: false },
      );
    } catch {
      throw new SmtpError("unreachable", "The server's host or port is not valid");
    }
    this.isEncrypted = implicitTls;
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    // Every failure shows at the next read or write; the promises of the socket itself must not go unhandled.
    this.#socket.opened.catch(() => {});
    this.#socket.closed.catch(() => {});
  }

  async open(): Promise<void> {
    try {
      await this.#socket.opened;
    } catch {
      throw new SmtpError("unreachable", "The server could not be reached");
    }
    await this.expect(2);
  }

  /** Sends one line and reads the reply, which must begin with one of the digits in `expected` (RFC 5321 section 4.2.1). */
  async command(line: string, ...expected: number[]): Promise<SmtpReply> {
    if (/[\r\n]/.test(line)) throw new SmtpError("unsafe", "A command must be one line");
    await this.write(`${line}\r\n`);
    return this.expect(...expected);
  }

  /**
   * Sends several lines at once and reads the replies to all of them (RFC 2920), for servers that take them so. What the
   * replies say is not checked.
   */
  async pipeline(lines: readonly string[]): Promise<SmtpReply[]> {
    if (lines.some((line) => /[\r\n]/.test(line))) throw new SmtpError("unsafe", "A command must be one line");
    await this.write(lines.map((line) => `${line}\r\n`).join(""));
    const replies: SmtpReply[] = [];
    for (const _ of lines) replies.push(await this.#read());
    return replies;
  }

  async write(text: string): Promise<void> {
    try {
      await this.#writer.write(new TextEncoder().encode(text));
    } catch {
      throw new SmtpError("connection-lost", "The connection was lost");
    }
  }

  async expect(...expected: number[]): Promise<SmtpReply> {
    return requireReply(await this.#read(), ...expected);
  }

  /** Encrypts the connection (RFC 3207). */
  async startTls(): Promise<void> {
    await this.command("STARTTLS", 2);
    // Response injection: replies injected after the 220 would count as sent under encryption.
    if (this.#unread !== "") throw new SmtpError("unsafe", "The server sent something between STARTTLS and encryption");
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#socket.opened.catch(() => {});
    this.#socket.closed.catch(() => {});
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.isEncrypted = true;
  }

  /** Releases the socket. Its `close()` may never settle after STARTTLS, so it is not awaited. */
  close(): void {
    this.#socket.close().catch(() => {});
  }

  async #read(): Promise<SmtpReply> {
    let text = "";
    for (;;) {
      const line = await this.#readLine();
      const [, code, separator] = /^([2-5]\d\d)(?:([ -])|$)/.exec(line) ?? [];
      if (code === undefined) throw new SmtpError("not-smtp", "The server does not speak SMTP");
      text += text === "" ? line : `\n${line}`;
      if (separator !== "-") return { code: Number(code), text };
      if (text.length > maxReplyLength) throw new SmtpError("not-smtp", "The server's reply has no end");
    }
  }

  async #readLine(): Promise<string> {
    for (;;) {
      if (this.#unread.length > maxReplyLength) throw new SmtpError("not-smtp", "The server's reply has no end");
      const end = this.#unread.indexOf("\n");
      if (end >= 0) {
        const line = this.#unread.slice(0, end).replace(/\r$/, "");
        this.#unread = this.#unread.slice(end + 1);
        return line;
      }
      const chunk = await this.#reader.read().catch(() => undefined);
      if (!chunk?.value) throw new SmtpError("connection-lost", "The connection was lost");
      this.#unread += this.#decoder.decode(chunk.value, { stream: true });
    }
  }
}

/** @throws SmtpError ("refused") when a reply does not begin with one of the digits in `expected` */
export function requireReply(reply: SmtpReply, ...expected: number[]): SmtpReply {
  if (expected.includes(Math.floor(reply.code / 100))) return reply;
  throw new SmtpError("refused", `The server replied ${reply.code}`, reply);
}
