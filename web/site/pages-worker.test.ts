import { describe, expect, it } from "vitest";
import worker from "./pages-worker";

/** The path of the file with which a request is served, and its response. */
async function served(path: string, headers: Record<string, string> = {}) {
  const paths: string[] = [];
  const ASSETS = {
    fetch: async (request: Request) => {
      paths.push(new URL(request.url).pathname);
      return new Response("<!doctype html>", { headers: { "Content-Security-Policy": "script-src 'self'" } });
    },
  };
  const request = new Request(`https://login.example${path}`, {
    headers: { "Sec-Fetch-Dest": "document", ...headers },
  });
  const response = await worker.fetch(request, { ASSETS });
  return { paths, response };
}

describe("a handler page", () => {
  it.each([
    ["/handler/sign-in", "de-AT, en;q=0.5", "/handler/de-DE/sign-in"],
    ["/handler/sign-up?project_id=1&lang=ja", "de", "/handler/ja-JP/sign-up"],
    ["/handler/forgot-password?lang=tlh", "en;q=0.2, fr-CA;q=0.8", "/handler/fr-CA/forgot-password"],
    ["/handler/forgot-password", "", "/handler/en-US/forgot-password"],
    ["/handler/password-reset?code=1", "pt", "/handler/pt-BR/loading"],
    ["/handler/../handler/de-DE/sign-in", "en", "/handler/en-US/loading"],
  ])("%s for %s is the document %s", async (path, language, file) => {
    const { paths, response } = await served(path, { "Accept-Language": language });
    expect(paths).toEqual([file]);
    expect(response.headers.get("Vary")).toContain("Accept-Language");
    expect(response.headers.get("Content-Security-Policy")).toBe("script-src 'self'; frame-ancestors 'none'");
  });

  it("has the document of the dashboard where its code is", async () => {
    expect((await served("/handler/account-settings")).paths).toEqual(["/handler/account-settings"]);
    expect((await served("/handler/account-settings/")).paths).toEqual(["/handler/account-settings/"]);
  });
});
