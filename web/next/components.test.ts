import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GatehouseHandler, type NextHandlerProps } from "./components";
import { GatehouseServerApp } from "./server-app";

const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
const options = { projectId: "p1", baseUrl: "https://api.example", tokenStore: "nextjs-cookie", ...keys } as const;

/** The handler as the page of `app/handler/[...stack]/page.tsx` at this path. */
async function handlerAt(stack: string[] | undefined, props: Partial<NextHandlerProps> = {}, hosted?: string) {
  const app = new GatehouseServerApp({ ...options, hosted });
  const routeProps = { params: Promise.resolve({ stack }), searchParams: Promise.resolve({}) };
  type Part = ReactElement<{ children: Part }, (props: object) => Promise<Part>>;
  const { children: ofPath } = (GatehouseHandler({ app, routeProps, ...props }) as Part).props;
  const element = await ofPath.type(ofPath.props);
  return { element, html: () => renderToString(element) };
}

describe("GatehouseHandler in Next.js", () => {
  it("passes what the pages need to the browser, and no secret", async () => {
    const componentProps = { "sign-in": { firstTab: "password" } } as const;
    const { element, html } = await handlerAt(["sign-in"], { fullPage: true, componentProps });
    expect(element.props).toMatchObject({ fullPage: true, componentProps, segments: ["sign-in"] });
    // Attack: the key of the server in the payload of the page.
    expect(JSON.stringify(element.props)).not.toContain("ssk_1");
    expect(html()).toContain("Loading");
  });

  it.each([[["no-such-page"]], [["sign-in", "further"]]])(
    "is Next's own page where there is none: %j",
    async (stack) => {
      const { html } = await handlerAt(stack);
      expect(html).toThrow(expect.objectContaining({ digest: "NEXT_HTTP_ERROR_FALLBACK;404" }));
    },
  );

  it.each([["login"], ["signUp"], ["error"], ["cli-auth-confirm"]])(
    "finds %s, also with hosted pages",
    async (page) => {
      expect((await handlerAt([page])).html()).toContain("Loading");
      expect((await handlerAt([page], {}, "https://login.example")).html()).toContain("Loading");
    },
  );

  it.each<[string, Partial<NextHandlerProps>]>([
    ["the page is in no catch-all route", { routeProps: { params: Promise.resolve({ stack: "sign-in" }) } }],
    ["the path is empty", { routeProps: { params: Promise.resolve({}) } }],
    ["the props of the page are missing", { routeProps: undefined }],
  ])("says how to set it up where %s", async (_, props) => {
    const { html } = await handlerAt(undefined, props);
    expect(html()).toContain("The handler pages are not set up");
    expect(html()).toContain("app/handler/[...stack]/page.tsx");
  });

  it("still takes `params` and `searchParams`, with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const given = { routeProps: undefined, params: { stack: ["sign-in"] }, searchParams: {} };
    const { element } = await handlerAt(undefined, given);
    expect(element.props).toMatchObject({ segments: ["sign-in"] });
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("are deprecated"));
  });
});

describe('the token store "nextjs-cookie" outside a request', () => {
  it.each<[string, (app: GatehouseServerApp) => Promise<unknown>]>([
    ["getUser", (app) => app.getUser()],
    ["getPartialUser", (app) => app.getPartialUser({ from: "token" })],
    ["signInWithCredential", (app) => app.signInWithCredential({ email: "a@shop.example", password: "p" })],
    ["signOut", (app) => app.signOut()],
  ])("%s throws what to do", async (_, call) => {
    await expect(call(new GatehouseServerApp(options))).rejects.toThrow(
      /^The token store "nextjs-cookie" needs a request\./,
    );
  });

  it("is not needed for a user by id, nor with another store", async () => {
    const app = new GatehouseServerApp(options);
    const tokenStore = { accessToken: null, refreshToken: null };
    expect(await app.getUser({ tokenStore })).toBeNull();
    expect(await app.getPartialUser({ from: "token", tokenStore })).toBeNull();
    expect(await new GatehouseServerApp({ ...options, tokenStore: "memory" }).getUser()).toBeNull();
  });
});
