import { createServer, type Server, type Socket } from "node:net";

/** Replies of a server that accepts everything, where the script has no other. */
const politeReplies: Record<string, string> = {
  connect: "220 scripted.test ESMTP",
  EHLO: "250-scripted.test\r\n250 AUTH PLAIN LOGIN",
  AUTH: "235 2.7.0 Accepted",
  MAIL: "250 2.1.0 Ok",
  RCPT: "250 2.1.5 Ok",
  DATA: "354 Go ahead",
  message: "250 2.0.0 Queued",
  RSET: "250 2.0.0 Ok",
  QUIT: "221 2.0.0 Bye",
};

/**
 * Plays SMTP servers that misbehave, by a script. It has the reply to each verb or whole line; `connect` stands for the
 * greeting, and `message` for the final dot. The reply `"silence"` sends nothing, and `"hang up"` closes the
 * connection. Of several replies each is used once, and the last one for ever.
 */
export class ScriptedSmtpServer {
  readonly tcp: Server;
  /** Every line that clients sent, in order, message lines included. */
  readonly received: string[] = [];
  /** The recipients of the emails that it has accepted, in order. */
  readonly accepted: string[] = [];
  #sockets = new Set<Socket>();

  constructor(script: Record<string, string | string[]>) {
    const replies = new Map(Object.entries({ ...politeReplies, ...script }).map(([key, some]) => [key, [some].flat()]));
    const replyTo = (key: string) => {
      const some = replies.get(key);
      return some && some.length > 1 ? some.shift() : some?.[0];
    };
    this.tcp = createServer((socket) => {
      this.#sockets.add(socket);
      // A client may reset the connection at any time.
      socket.on("error", () => socket.destroy());
      const reply = (text = "502 5.5.1 Unknown") => {
        if (text === "hang up") socket.end();
        else if (text !== "silence") socket.write(`${text}\r\n`);
      };

      let unread = "";
      let recipient = "";
      let isReceivingMessage = false;
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (unread + chunk).split("\r\n");
        unread = lines.pop() ?? "";
        for (const line of lines) {
          this.received.push(line);
          if (isReceivingMessage && line !== ".") continue;
          const verb = isReceivingMessage ? "message" : (line.split(" ")[0] ?? "").toUpperCase();
          const text = replyTo(replies.has(line) ? line : verb);
          isReceivingMessage = verb === "DATA" && (text ?? "").startsWith("354");
          if (verb === "RCPT") recipient = line.slice("RCPT TO:<".length, -1);
          if (verb === "message" && text?.startsWith("250")) this.accepted.push(recipient);
          reply(text);
        }
      });
      reply(replyTo("connect"));
    });
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.tcp.close();
  }
}
