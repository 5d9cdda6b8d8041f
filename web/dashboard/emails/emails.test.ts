import { transformSync } from "@swc/core";
import { describe, it } from "vitest";
import { KnownError } from "../../kit/errors/known-error";
import { english } from "../translation/english";
import { questionMessages, shownMessage } from "./content/assistant-card";
import { renderingProblem } from "./content/email-preview";
import { isFiltered, logQuery, parseContentListSearch, parseContentSearch, parseLogSearch } from "./email-search";
import { previewSource } from "./send/text-source";
import { newEmail, previewTheme, problemsOf, requestOf, userIdsIn, variablesOf, withUsers } from "./send/written-email";
import { testFailure } from "./server/send-test-email";
import {
  mailboxValues,
  type ServerValues,
  serverField,
  serverOverride,
  serverValues,
  testedServer,
} from "./server/server-values";

const asked = { role: "user", content: [{ type: "text", text: "A red one" }] };
const reply = {
  role: "assistant",
  content: [
    { type: "text", text: "Here it is." },
    {
      type: "tool-call",
      toolName: "createEmailTheme",
      toolCallId: "c1",
      args: { content: "source" },
      result: "success",
    },
  ],
};

describe("a message of a thread", () => {
  it("has its text and the sources in it", ({ expect }) => {
    expect(shownMessage(asked)).toEqual({ role: "user", text: "A red one", sources: [] });
    expect(shownMessage(reply)).toEqual({ role: "assistant", text: "Here it is.", sources: ["source"] });
    expect(shownMessage({ role: "user", content: "Plain" })?.text).toBe("Plain");
  });

  it("of another form is left out", ({ expect }) => {
    // Attack: an attacker with an admin key stores messages of any form in the thread, which the page has to survive.
    const odd = { role: "assistant", content: [{ type: "tool-call", args: { content: { evil: 1 } } }, 5, null] };
    for (const message of [null, 5, "text", [], {}, { role: "system", content: "x" }, odd]) {
      expect(shownMessage(message)).toBeUndefined();
    }
  });
});

describe("a question", () => {
  it("goes with the thread, and with a source that the assistant cannot know", ({ expect }) => {
    const messages = questionMessages([null, reply, asked, { ...reply, id: "m2" }], "Bluer", "my source");
    expect(messages.slice(0, 2)).toEqual([asked, reply]);
    expect(JSON.stringify(messages[2])).toMatch(/Bluer.*my source/);
    expect(questionMessages([], "Bluer", undefined)).toEqual([
      { role: "user", content: [{ type: "text", text: "Bluer" }] },
    ]);
  });

  it("goes with no more than the latest messages", ({ expect }) => {
    const long = Array.from({ length: 300 }, () => [asked, reply]).flat();
    const messages = questionMessages(long, "Bluer", undefined);
    expect(messages.length).toBeLessThan(50);
    expect(messages[0]?.role).toBe("user");
  });
});

describe("the search of pages about emails", () => {
  it("keeps what is open, and nothing else that an address may have", ({ expect }) => {
    expect(parseContentListSearch({ create: true, other: 1 })).toEqual({ create: true });
    expect(parseContentListSearch({ create: "no" })).toEqual({});
    expect(parseContentSearch({ dialog: "rename", width: "phone" })).toEqual({ dialog: "rename", width: "phone" });
    expect(parseContentSearch({ dialog: "<script>", width: 5 })).toEqual({});
  });
});

const failing = (error: string) => new KnownError("EMAIL_RENDERING_ERROR", 400, `Failed: ${error}`, { error });

describe("what the renderer says", () => {
  it.for([
    ["template, line 12: a is not defined", { file: "template", line: 12, message: "a is not defined" }],
    [
      "theme: The source is longer.\nMuch.",
      { file: "theme", line: undefined, message: "The source is longer.\nMuch." },
    ],
    ["Subject is required", { file: undefined, line: undefined, message: "Subject is required" }],
  ] as const)("names the source and the line where it has one: %j", ([text, problem], { expect }) => {
    expect(renderingProblem(failing(text))).toEqual(problem);
  });

  it("is told from other failures", ({ expect }) => {
    expect(renderingProblem(new Error("template, line 1: no"))).toBeUndefined();
    expect(renderingProblem(new KnownError("SCHEMA_ERROR", 400, "no"))).toBeUndefined();
  });
});

describe("the log of emails", () => {
  it("is asked for whole days of the browser's time zone, with the first and the last one", ({ expect }) => {
    expect(logQuery({ from: "2026-02-27", until: "2026-02-28" })).toEqual({
      since_millis: new Date(2026, 1, 27).getTime(),
      until_millis: new Date(2026, 2, 1).getTime(),
    });
    expect(logQuery({ from: "1900-01-01" })).toEqual({ since_millis: 0 });
  });

  it("is filtered by recipient, status and kind", ({ expect }) => {
    const search = { to: "ada@example.com", status: "delivered", kind: "send", mail: "m" } as const;
    expect(logQuery(search)).toEqual({ recipient: "ada@example.com", status: "sent", kind: "send" });
    expect(logQuery({ status: "failed" })).toEqual({ status: "failed" });
  });

  it("reads of an address what it knows", ({ expect }) => {
    const address = { to: 42, status: "lost", kind: "toString", from: "yesterday", until: "2026-02-28", mail: "m" };
    expect(parseLogSearch(address)).toEqual({ to: "42", until: "2026-02-28", mail: "m" });
    expect(isFiltered({ mail: "m" })).toBe(false);
    expect(isFiltered({ status: "failed" })).toBe(true);
  });
});

const ada = { id: "u1", name: "Ada", email: "ada@example.com" };
const nothing = { templates: [], drafts: [] };
const htmlEmail = { ...newEmail, kind: "html" as const };

describe("an email to users", () => {
  it("is sent as what it was made of, to whom it was made for", ({ expect }) => {
    const html = { ...htmlEmail, users: [ada], html: "<p>Hi</p>", subject: " News ", themeId: false as const };
    expect(requestOf(html)).toEqual({
      user_ids: ["u1"],
      html: "<p>Hi</p>",
      subject: "News",
      theme_id: false,
      notification_category_name: "Transactional",
    });
    const template = { ...newEmail, audience: "all" as const, kind: "template" as const, templateId: "t" };
    expect(requestOf({ ...template, users: [ada], variables: '{"count":2}', category: "Marketing" })).toEqual({
      all_users: true,
      template_id: "t",
      variables: { count: 2 },
      notification_category_name: "Marketing",
    });
    expect(requestOf({ ...newEmail, users: [ada], kind: "draft", draftId: "d" })).toMatchObject({ draft_id: "d" });
  });

  it("that is written as text is sent as the draft that it is stored as, with its subject in it", ({ expect }) => {
    const text = { ...newEmail, users: [ada], subject: "News", text: "Hi", draftId: "d" };
    expect(requestOf(text)).toEqual({
      user_ids: ["u1"],
      draft_id: "d",
      theme_id: null,
      notification_category_name: "Transactional",
    });
    expect(previewSource(text, nothing)).toContain('{"Hi"}');
    expect(previewSource(newEmail, nothing)).toBeUndefined();
  });

  it("goes to those whom a filter selects, once they are counted", ({ expect }) => {
    const filtered = {
      ...newEmail,
      audience: "filtered" as const,
      users: [{ ...ada, id: "u2" }],
      subject: "s",
      text: "t",
    };
    expect(problemsOf(filtered, english)).toEqual({ users: "Choose who gets the email." });
    expect(problemsOf({ ...filtered, filtered: [] }, english)).toHaveProperty("users");
    expect(problemsOf({ ...filtered, filtered: [ada] }, english)).toEqual({});
    expect(requestOf({ ...filtered, filtered: [ada] })).toMatchObject({ user_ids: ["u1"] });
  });

  it("says what is missing, of what it is made of alone", ({ expect }) => {
    expect(Object.keys(problemsOf(newEmail, english))).toEqual(["users", "text", "subject"]);
    expect(Object.keys(problemsOf(htmlEmail, english))).toEqual(["users", "html", "subject"]);
    const template = { ...newEmail, users: [ada], kind: "template" as const, variables: "{" };
    expect(Object.keys(problemsOf(template, english))).toEqual(["templateId", "variables"]);
    expect(problemsOf({ ...newEmail, audience: "all", kind: "draft", draftId: "d" }, english)).toEqual({});
  });

  it("takes an object of variables without null", ({ expect }) => {
    expect(variablesOf('{"a":[null]}')).toEqual({ a: [null] });
    for (const text of ['{"a":null}', "[]", "null", "1", "", "{"]) expect(variablesOf(text)).toBeUndefined();
  });

  it("is previewed as the HTML that it is", ({ expect }) => {
    // Attack: HTML that ends the text it stands in, so that the preview runs what a pasted email says.
    const html = "`});evil();({__html:`</div>$\u007bevil()}\u2028\"'\\";
    const source = previewSource({ ...htmlEmail, html, subject: '"/><script>' }, nothing) ?? "";
    const { code } = transformSync(source, {
      jsc: { parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic" } } },
    });
    expect(code.replace(/__html: "(?:[^"\\]|\\.)*"/s, "")).not.toContain("evil");
  });

  it("is previewed in the draft's own theme, unless it has another", ({ expect }) => {
    const drafts = [{ id: "d", displayName: "D", tsxSource: "d", themeId: "own", sentAt: null }];
    const email = { ...newEmail, kind: "draft" as const, draftId: "d" };
    expect(previewTheme(email, drafts)).toBe("own");
    expect(previewTheme({ ...email, themeId: false }, drafts)).toBe(false);
    expect(previewSource(email, { templates: [], drafts })).toBe("d");
  });
});

describe("the recipients of an email", () => {
  const id = "0b3a4c1e-8a51-4f7e-9f6b-6a1f0d0c1a2b";

  it("are the ids of a pasted list, each once", ({ expect }) => {
    expect(userIdsIn(`${id},\n${id.toUpperCase()}; `)).toEqual([id]);
    expect(userIdsIn(`${id} Ada`)).toEqual([]);
    expect(userIdsIn("")).toEqual([]);
  });

  it("are each there once, as well known as they can be", ({ expect }) => {
    const stranger = { id: "u1", name: null, email: undefined };
    expect(withUsers([stranger], [ada])).toEqual([ada]);
    expect(withUsers([ada], [stranger, { ...ada, id: "u2" }])).toEqual([ada, { ...ada, id: "u2" }]);
  });
});

const typed: ServerValues = {
  kind: "smtp",
  host: " smtp.example.com ",
  port: "587",
  username: "shop",
  password: " a b ",
  senderName: "Shop",
  senderEmail: "shop@example.com",
};
const dots = "••••••••";

describe("the settings of a mail server", () => {
  it("are shown as they are configured, and as those of the shared server without any", ({ expect }) => {
    const { kind: _, ...server } = typed;
    const config = { emails: { server: { ...server, isShared: false, provider: "resend", port: 587 } } };
    expect(serverValues(config)).toEqual({ ...typed, kind: "resend" });
    expect(serverValues({ emails: { server: { isShared: true } } })).toMatchObject({ kind: "shared", host: "" });
  });

  it("are saved trimmed, but for the password, which is left as it is where it was not typed", ({ expect }) => {
    const override = serverOverride(typed, { ...typed, password: dots });
    expect(override).toMatchObject({ "emails.server.host": "smtp.example.com", "emails.server.port": 587 });
    expect(override["emails.server.password"]).toBe(" a b ");
    // Attack: the dots in the place of the password, which would lock the project out of its mail server.
    expect(serverOverride({ ...typed, password: dots }, { ...typed, password: dots })).not.toHaveProperty([
      "emails.server.password",
    ]);
  });

  it("of Resend need its API key and a sender alone", ({ expect }) => {
    expect(testedServer({ ...typed, kind: "resend", host: "", port: "" })).toEqual({
      host: "smtp.resend.com",
      port: 465,
      username: "resend",
      password: " a b ",
      senderName: "Shop",
      senderEmail: "shop@example.com",
    });
  });

  it("stay where the project goes back to the shared server", ({ expect }) => {
    expect(serverOverride({ ...typed, kind: "shared" }, typed)).toEqual({ "emails.server.isShared": true });
  });

  it("are those of the local mailbox by a click", ({ expect }) => {
    const values = mailboxValues({ smtpPort: 2525, url: "http://localhost:8025" }, "Bakery");
    expect(serverOverride(values, serverValues({}))).toEqual({
      "emails.server.isShared": false,
      "emails.server.provider": "smtp",
      "emails.server.host": "127.0.0.1",
      "emails.server.port": 2525,
      "emails.server.username": "local",
      "emails.server.password": "local",
      "emails.server.senderName": "Bakery",
      "emails.server.senderEmail": "hello@gatehouse.localhost",
    });
  });

  it("that are refused are found by their paths", ({ expect }) => {
    expect(serverField("emails.server.host")).toBe("host");
    expect(serverField("emails.server.kind")).toBeUndefined();
  });
});

describe("a test email that failed", () => {
  it.for([
    ["Failed to connect to the email host. Please make sure …", "There is no mail server at this host and port."],
    ["Failed to authenticate with the email server. …", "The mail server refused the username or the password."],
    ["Timed out while sending test email. …", "The mail server did not respond within ten seconds."],
    ["The email server timed out while sending the email. …", "The mail server did not respond within ten seconds."],
    ["Connection to email server was lost unexpectedly. …", "The mail server closed the connection."],
    ["Anything else", "The test email could not be sent."],
  ] as const)("%s is told with what to do", ([message, words], { expect }) => {
    expect(testFailure(message, english)).toEqual({ advice: expect.stringContaining(words), reply: undefined });
  });

  it("is told with the words of the mail server", ({ expect }) => {
    const reply = "Response from the email server:\n550 no such user";
    expect(testFailure(`The email server rejected the email. …\n\nError:\n${reply}`, english)).toEqual({
      advice: expect.stringContaining("The mail server refused the email."),
      reply,
    });
  });
});
