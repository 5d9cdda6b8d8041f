import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, describe, it } from "vitest";
import { startIdentityProvider } from "../../scripts/dev/identity-provider";
import { startMailbox } from "../../scripts/dev/mailbox";
import { startSite } from "../../scripts/dev/site";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 });

afterAll(() => mailbox.stop());

/** Delivers one email to the mailbox's SMTP server, as the API does. */
async function deliver(to: string, lines: string[]): Promise<void> {
  const socket = connect(Number(new URL(mailbox.smtpUrl).port), "127.0.0.1").setEncoding("utf8");
  await once(socket, "data");
  for (const command of ["HELO test", "MAIL FROM:<noreply@gatehouse.test>", `RCPT TO:<${to}>`, "DATA"]) {
    socket.write(`${command}\r\n`);
    await once(socket, "data");
  }
  socket.write(`${lines.join("\r\n")}\r\n.\r\n`);
  await once(socket, "data");
  socket.end("QUIT\r\n");
}

const htmlEmail = (subject: string, body: string) => [
  "From: Gatehouse <noreply@gatehouse.test>",
  `Subject: ${subject}`,
  "Content-Type: text/html; charset=utf-8",
  "",
  body,
];

describe("the mailbox", () => {
  it("shows an email's HTML and opens its links in a new tab", async ({ expect }) => {
    const target = `${mailbox.pageUrl}/api/mails?to=none@example.com`;
    await deliver("Ada@Example.com", htmlEmail("Verify your email", `<p>Hello Ada</p><a href="${target}">Verify</a>`));
    const page = await browser.newPage();
    await page.goto(mailbox.pageUrl);
    await page.getByRole("button", { name: "Verify your email" }).click();
    const body = page.frameLocator("iframe");
    await body.getByText("Hello Ada").waitFor();
    const opened = page.waitForEvent("popup");
    await body.getByRole("link", { name: "Verify" }).click();
    expect((await opened).url()).toBe(target);
    await page.close();
  });

  it("shows the plain text of an email that has both, and its HTML again", async ({ expect }) => {
    await deliver("both@example.com", [
      "Subject: Two parts",
      "MIME-Version: 1.0",
      'Content-Type: multipart/alternative; boundary="part"',
      "",
      "--part",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "The text",
      "--part",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<p>The page</p>",
      "--part--",
    ]);
    const page = await browser.newPage();
    await page.goto(mailbox.pageUrl);
    await page.getByRole("button", { name: "Two parts" }).click();
    const body = page.frameLocator("iframe");
    await body.getByText("The page").waitFor();
    await page.getByRole("button", { name: "Plain text" }).click();
    await body.getByText("The text").waitFor();
    await expect.poll(() => body.getByText("The page").count()).toBe(0);
    await page.getByRole("button", { name: "Plain text" }).click();
    await body.getByText("The page").waitFor();
    await page.close();
  });

  it("runs no script of an email", async ({ expect }) => {
    // Attack: an email whose HTML reads or clicks other emails.
    await deliver(
      "eve@example.com",
      htmlEmail("Free cake", "<script>document.body.append('it ran')</script><p>Cake</p>"),
    );
    const page = await browser.newPage();
    await page.goto(mailbox.pageUrl);
    await page.getByRole("button", { name: "Free cake" }).click();
    const body = page.frameLocator("iframe");
    await body.getByText("Cake").waitFor();
    await expect.poll(() => body.getByText("it ran").count()).toBe(0);
    await page.close();
  });

  it("returns each email to an address once, and lists all of them as JSON", async ({ expect }) => {
    await deliver("bob@example.com", htmlEmail("First", "1"));
    await deliver("bob@example.com", htmlEmail("Second", "2"));
    expect((await mailbox.waitFor({ to: "bob@example.com" })).subject).toBe("First");
    expect((await mailbox.waitFor({ to: "Bob@example.com" })).subject).toBe("Second");
    const list = await fetch(`${mailbox.pageUrl}/api/mails?to=bob@example.com`).then((response) => response.json());
    expect(list).toMatchObject([
      { subject: "Second", to: ["bob@example.com"], from: "Gatehouse <noreply@gatehouse.test>", html: "2\n" },
      { subject: "First" },
    ]);
  });

  it("waits for an email that has not arrived yet", async ({ expect }) => {
    const awaited = mailbox.waitFor({ to: "late@example.com", subject: /reset/ });
    await deliver("late@example.com", htmlEmail("Something else", "-"));
    await deliver("late@example.com", htmlEmail("Password reset", "-"));
    expect((await awaited).subject).toBe("Password reset");
  });

  it("continues when a client disconnects in the middle of an email", async ({ expect }) => {
    const socket = connect(Number(new URL(mailbox.smtpUrl).port), "127.0.0.1").setEncoding("utf8");
    await once(socket, "data");
    socket.write("HELO test\r\nMAIL FROM:<noreply@gatehouse.test>\r\n");
    await once(socket, "data");
    socket.resetAndDestroy();
    await once(socket, "close");
    await deliver("after@example.com", htmlEmail("Still here", "-"));
    expect((await mailbox.waitFor({ to: "after@example.com" })).subject).toBe("Still here");
  });
});

/** The status of a response to a request for a host by this name, wherever the name leads. */
async function statusFor(url: string, host: string, path = "/"): Promise<number | undefined> {
  const sent = request(url, { path, headers: { host, accept: "text/html" } }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe("the mailbox, the identity provider and the site in development", () => {
  it("respond to requests for this machine by its own names alone: 403, and to one without a path by 400", async ({
    expect,
    onTestFinished,
  }) => {
    // Attack: DNS rebinding: a website has its name lead to this machine, and its page reads the emails and signs in as anybody.
    const [port = 0, sitePort = 0] = await findFreePorts(2);
    const apiUrl = "http://localhost:1";
    const provider = await startIdentityProvider({ port, apiUrl });
    onTestFinished(provider.stop);
    const site = await startSite({ port: sitePort, apiUrl, publishableClientKey: "" });
    onTestFinished(site.stop);
    for (const url of [mailbox.pageUrl, provider.issuer, `http://localhost:${sitePort}`]) {
      const { port } = new URL(url);
      for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", "127.0.0.1.evil.example"]) {
        expect([url, host, await statusFor(url, host)]).toEqual([url, host, 403]);
      }
      for (const host of ["localhost", `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "shop.localhost"]) {
        expect([url, host, await statusFor(url, host)]).toEqual([url, host, 200]);
      }
    }
    expect(await statusFor(mailbox.pageUrl, "evil.example", "/api/mails")).toBe(403);
    expect(await statusFor(provider.issuer, "evil.example", "/.well-known/openid-configuration")).toBe(403);
    // Attack: a website has an image whose address has no path, and everything that runs in development ends.
    for (const url of [mailbox.pageUrl, provider.issuer]) expect(await statusFor(url, "localhost", "//")).toBe(400);
  });
});
