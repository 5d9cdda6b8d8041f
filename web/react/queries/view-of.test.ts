import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { emailContent } from "../../kit/operations/email-content";
import { tableOf } from "../../kit/rows/operation";
import { appsRespondingWith } from "../testing/responding-apps";
import { settle } from "../testing/settle";
import { queryClientOf } from "./query-client";
import { refreshAfterWrites } from "./resource-query";
import { viewOf } from "./view-of";

beforeEach(() => {
  // A browser, where an app keeps its cache.
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An admin app with one theme, whose name each write changes. */
function appWithTheme() {
  let name = "Light";
  const { log, adminApp } = appsRespondingWith((path, method) => {
    if (method !== "GET" && path.startsWith("/internal/email-themes")) name = "Dark";
    return path === "/internal/email-themes" ? { themes: [{ id: "t1", display_name: name }] } : { html: name };
  });
  return { log, app: adminApp() };
}

describe("a row of an app made for React", () => {
  it("is read in one request by its method and its view, which shows what the method reads later", async ({
    expect,
  }) => {
    const { log, app } = appWithTheme();
    const client = queryClientOf(app);
    const observer = new QueryObserver(client, viewOf(app, emailContent.listEmailThemes));
    const stop = observer.subscribe(() => undefined);
    expect(await settle(app.listEmailThemes())).toEqual([{ id: "t1", displayName: "Light" }]);
    expect(log).toEqual(["GET /internal/email-themes"]);

    // Nothing refreshes this cache, so that only the method can change what is shown.
    await settle(app.updateEmailTheme("t1", "source"));
    expect(observer.getCurrentResult().data?.[0]?.displayName).toBe("Light");
    await settle(app.listEmailThemes());
    expect(observer.getCurrentResult().data?.[0]?.displayName).toBe("Dark");
    stop();
  });

  it("is read again after a write that changes it, before the promise of the write settles", async ({ expect }) => {
    const { app } = appWithTheme();
    const client = queryClientOf(app);
    const stopRefreshing = refreshAfterWrites(app, client);
    const preview = new QueryObserver(client, viewOf(app, emailContent.getEmailPreview, { templateId: "m1" }));
    const stop = preview.subscribe(() => undefined);
    await settle(app.getEmailPreview({ templateId: "m1" }));
    await settle(app.updateEmailTheme("t1", "source"));
    expect(preview.getCurrentResult().data).toBe("Dark");
    stop();
    stopRefreshing();
  });

  it("is the same view where it sends the same request, and has none where it is not kept", ({ expect }) => {
    const { app } = appWithTheme();
    const keyOf = (options: Parameters<typeof emailContent.getEmailPreview>[0]) =>
      viewOf(app, emailContent.getEmailPreview, options).queryKey;
    const { sameRequest } = tableOf("admin", ({ read }) => ({
      sameRequest: read(
        "POST /emails/render-email",
        () => ({ body: { template_id: "m1" } }),
        () => 1,
        "email-previews",
      ),
    }));
    // It makes something else of the response, and must not be shown in place of the preview.
    expect(keyOf({ templateId: "m1" })).not.toEqual(viewOf(app, sameRequest).queryKey);
    expect(keyOf({ templateId: "m1" })).toEqual(keyOf({ templateId: "m1", themeId: null }));
    expect(keyOf({ templateId: "m1" })).not.toEqual(keyOf({ templateId: "m2" }));
    expect(() => viewOf(app, emailContent.listChatMessages, "t1")).toThrow("No view shows GET /internal/ai-chat");
  });
});
