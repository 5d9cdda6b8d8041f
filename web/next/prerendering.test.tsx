import { type ReactNode, Suspense } from "react";
import { resume } from "react-dom/server";
import { prerender } from "react-dom/static";
import { afterEach, describe, it, vi } from "vitest";
import type * as wire from "../kit/requests/wire";
import { BrowserHandler, LoadingHandler } from "./browser/handler";
import { BrowserProvider } from "./browser/provider";
import * as kit from "./client";
import { GatehouseHandler, GatehouseProvider } from "./components";
import { GatehouseServerApp } from "./server-app";

const settings = {
  projectId: "p1",
  publishableClientKey: "pck_1",
  baseUrl: "https://api.example",
  tokenStore: "nextjs-cookie",
} as const;

const zoe = { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: null, is_anonymous: false };
const isNotRequestedYet = new Promise<never>(() => undefined);

const Name = () => <p>Hello {kit.useUser()?.displayName ?? "nobody"}</p>;
const Status = () => <p>{kit.useUser({ suspense: false }).isPending ? "Pending" : "Known"}</p>;
const Member = () => <p>Member {kit.useUser({ or: "redirect" }).displayName}</p>;

/** A page whose user is read by `user`, which settles when a browser has requested it. */
const page = (user: Promise<unknown>, children: ReactNode) => (
  <BrowserProvider app={settings} user={user as Promise<wire.User | null>}>
    {children}
  </BrowserProvider>
);

/** Renders ahead of a request, as far as that goes. */
async function prerendered(content: ReactNode) {
  const abort = new AbortController();
  const pending = prerender(page(isNotRequestedYet, content), { signal: abort.signal, onError: () => undefined });
  await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  const { prelude, postponed } = await pending;
  return { html: textOf(await new Response(prelude).text()), postponed };
}

const textOf = (html: string) => html.replaceAll("<!-- -->", "");

/** Notes by whom what differs with each render is read. */
function watchUnstable(): string[] {
  const reads: string[] = [];
  const note = (name: string) => reads.push(`${name} ${new Error().stack}`);
  const RealDate = Date;
  vi.stubGlobal(
    "Date",
    class extends RealDate {
      constructor(...given: number[]) {
        if (given.length === 0) note("new Date()");
        super(...(given as [number]));
      }
      static override now() {
        note("Date.now()");
        return RealDate.now();
      }
    },
  );
  for (const [of, name] of [
    [Math, "random"],
    [crypto, "randomUUID"],
    [crypto, "getRandomValues"],
  ] as const) {
    const real = (of as Crypto)[name as "randomUUID"].bind(of as Crypto);
    vi.spyOn(of as Crypto, name as "randomUUID").mockImplementation((...given) => {
      note(name);
      return real(...given);
    });
  }
  return reads;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const parts: [name: string, content: ReactNode][] = [
  ["a page that shows the user", <Name key="1" />],
  ["a page that shows the user or that they load", <Status key="1" />],
  ["UserButton", <kit.UserButton key="1" />],
  ["UserAvatar", <kit.UserAvatar key="1" />],
  ["SelectedTeamSwitcher", <kit.SelectedTeamSwitcher key="1" />],
  ["SignIn", <kit.SignIn key="1" />],
  ["SignUp", <kit.SignUp key="1" fullPage />],
  ["AccountSettings", <kit.AccountSettings key="1" />],
  ["OAuthButtonGroup", <kit.OAuthButtonGroup key="1" type="sign-in" />],
  ["the handler before its path is known", <LoadingHandler key="1" />],
  ["the handler", <BrowserHandler key="1" app={settings} segments={["sign-in"]} fullPage />],
];

describe("ahead of a request", () => {
  it.for(parts)("%s is rendered by no clock and no random number", async ([, content], { expect }) => {
    const reads = watchUnstable();
    await prerendered(<Suspense>{content}</Suspense>);
    expect(reads).toEqual([]);
  });

  it("the parts for server components read no clock, no random number and no request", async ({ expect }) => {
    const app = new GatehouseServerApp({ ...settings, secretServerKey: "ssk_1" });
    const reads = watchUnstable();
    const { children, user } = GatehouseProvider({ app, children: "Welcome" }).props;
    expect(children).toBe("Welcome");
    await expect(user).rejects.toThrow("needs a request");
    expect(GatehouseHandler({ app, routeProps: { params: isNotRequestedYet } }).type).toBe(Suspense);
    expect(reads).toEqual([]);
  });

  it("nothing waits for the user but what shows them, which a request then adds", async ({ expect }) => {
    const content = (
      <main>
        <h1>Welcome</h1>
        <Status />
        <Suspense fallback="Who?">
          <Name />
        </Suspense>
      </main>
    );
    const { html, postponed } = await prerendered(content);
    expect(html).toContain("Welcome");
    expect(html).toContain("Pending");
    expect(html).toContain("Who?");
    expect(html).not.toContain("Hello");
    const requested = page(Promise.resolve(zoe), content);
    const rest = await resume(requested, JSON.parse(JSON.stringify(postponed)));
    expect(textOf(await new Response(rest).text())).toContain("Hello Zoe");
  });
});

describe("a page that needs a user, for a visitor without one", () => {
  it("is left in the browser: the server goes on, and neither waits for ever nor redirects", async ({ expect }) => {
    const digests: unknown[] = [];
    const content = (
      <Suspense fallback="Leaving">
        <Member />
      </Suspense>
    );
    const onError = (error: unknown) => void digests.push((error as { digest?: string }).digest);
    const { prelude } = await prerender(page(Promise.resolve(null), content), { onError });
    expect(await new Response(prelude).text()).toContain("Leaving");
    expect(digests).toEqual(["BAILOUT_TO_CLIENT_SIDE_RENDERING"]);
  });
});
