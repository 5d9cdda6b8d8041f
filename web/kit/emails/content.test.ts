import { describe, expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

describe("email themes", () => {
  it("are listed, and read with their sources", async () => {
    api.on("GET /internal/email-themes", { body: { themes: [{ id: "t1", display_name: "Light" }] } });
    api.on("GET /internal/email-themes/t1", { body: { display_name: "Light", tsx_source: "source" } });
    const { app } = adminAppOf(api);
    expect(await app.listEmailThemes()).toEqual([{ id: "t1", displayName: "Light" }]);
    expect(await app.getEmailTheme("t1")).toEqual({ displayName: "Light", tsxSource: "source" });
  });

  it("are made and changed", async () => {
    api.on("POST /internal/email-themes", { body: { id: "t2" } });
    api.on("PATCH /internal/email-themes/t2", { body: { display_name: "Dark" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.createEmailTheme("Dark")).toEqual({ id: "t2" });
    expect(sent()).toEqual({ tier: "admin", body: { display_name: "Dark" } });
    expect(await app.updateEmailTheme("t2", "source")).toBeUndefined();
    expect(api.bodyOf("PATCH /internal/email-themes/t2")).toEqual({ tsx_source: "source" });
    expect(changed).toEqual(["email-themes email-previews", "email-themes email-previews"]);
  });
});

describe("email templates", () => {
  it("are listed with their sources and themes", async () => {
    const template = { id: "m1", display_name: "Welcome", tsx_source: "source" };
    const templates = [template, { ...template, theme_id: false }, { ...template, theme_id: "t1" }];
    api.on("GET /internal/email-templates", { body: { templates } });
    const read = { id: "m1", displayName: "Welcome", tsxSource: "source" };
    expect(await adminAppOf(api).app.listEmailTemplates()).toEqual([
      read,
      { ...read, themeId: false },
      { ...read, themeId: "t1" },
    ]);
  });

  it("are made and changed", async () => {
    api.on("POST /internal/email-templates", { body: { id: "m2" } });
    api.on("PATCH /internal/email-templates/m2", { body: { rendered_html: "<p>" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.createEmailTemplate("Welcome")).toEqual({ id: "m2" });
    expect(sent()).toEqual({ tier: "admin", body: { display_name: "Welcome" } });
    for (const themeId of [undefined, null, false, "t1"] as const) {
      expect(await app.updateEmailTemplate("m2", "source", themeId)).toEqual({ renderedHtml: "<p>" });
    }
    const bodies = api.requestsFor("PATCH /internal/email-templates/m2").map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([
      { tsx_source: "source" },
      { tsx_source: "source", theme_id: null },
      { tsx_source: "source", theme_id: false },
      { tsx_source: "source", theme_id: "t1" },
    ]);
    expect(new Set(changed)).toEqual(new Set(["email-templates email-previews"]));
  });
});

describe("email drafts", () => {
  it("are listed with the time when they were sent", async () => {
    const draft = { id: "d1", display_name: "News", tsx_source: "source", theme_id: false };
    const drafts = [
      { ...draft, sent_at_millis: null },
      { ...draft, sent_at_millis: 5 },
    ];
    api.on("GET /internal/email-drafts", { body: { drafts } });
    const read = { id: "d1", displayName: "News", tsxSource: "source", themeId: false };
    expect(await adminAppOf(api).app.listEmailDrafts()).toEqual([
      { ...read, sentAt: null },
      { ...read, sentAt: new Date(5) },
    ]);
  });

  it("are made, changed field by field, and deleted", async () => {
    api.on("POST /internal/email-drafts", { body: { id: "d2" } });
    api.on("PATCH /internal/email-drafts/d2", { body: { ok: "ok" } });
    api.on("DELETE /internal/email-drafts/d2", { body: { success: true } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.createEmailDraft({ displayName: "News", themeId: false })).toEqual({ id: "d2" });
    expect(sent()).toEqual({ tier: "admin", body: { display_name: "News", theme_id: false } });
    await app.updateEmailDraft("d2", { tsxSource: "source" });
    expect(api.bodyOf("PATCH /internal/email-drafts/d2")).toEqual({ tsx_source: "source" });
    await app.deleteEmailDraft("d2");
    expect(changed).toEqual(["email-drafts", "email-drafts", "email-drafts"]);
  });
});

describe("a preview", () => {
  it.each([
    [{ templateId: "m1" }, { template_id: "m1" }],
    [{ templateId: "m1", themeId: null }, { template_id: "m1" }],
    [
      { templateId: "m1", themeId: false },
      { template_id: "m1", theme_id: false },
    ],
    [
      { templateTsxSource: "source", themeTsxSource: "theme" },
      { template_tsx_source: "source", theme_tsx_source: "theme" },
    ],
  ] as const)("of %j is the HTML that the API renders", async (options, body) => {
    api.on("POST /emails/render-email", { body: { html: "<p>", subject: "Hello" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.getEmailPreview(options)).toBe("<p>");
    expect(sent()).toEqual({ tier: "admin", body });
    expect(changed).toEqual([]);
  });
});

describe("the assistant", () => {
  const messages = [{ role: "user", content: "A red one, please" }] as const;

  it("is asked with all messages of a thread, of which both sides are stored", async () => {
    const content = [{ type: "text", text: "Here" }];
    api.on("POST /internal/ai-chat/t1", { body: { content } });
    api.on("PATCH /internal/ai-chat/t1", { body: {} });
    api.on("GET /internal/ai-chat/t1", { body: { messages } });
    const { app, sent } = adminAppOf(api);
    expect(await app.sendChatMessage("t1", "email-theme", messages)).toEqual({ content });
    expect(sent()).toEqual({ tier: "admin", body: { context_type: "email-theme", messages } });
    await app.saveChatMessage("t1", messages[0]);
    expect(api.bodyOf("PATCH /internal/ai-chat/t1")).toEqual({ message: messages[0] });
    expect(await app.listChatMessages("t1")).toEqual({ messages });
  });

  it("is no longer asked when the caller has enough", async () => {
    const arrived = Promise.withResolvers<void>();
    api.on("POST /internal/ai-chat/t1", () => {
      arrived.resolve();
      return new Promise(() => undefined);
    });
    const abort = new AbortController();
    const sent = adminAppOf(api).app.sendChatMessage("t1", "email-theme", messages, abort.signal);
    await arrived.promise;
    abort.abort();
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  });
});
