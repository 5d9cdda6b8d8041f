import { describe, expect, it } from "vitest";
import { FakeHost, FakePage } from "../../testing/fake-host";
import { setServerCookie } from "./cookie-jar";
import type { CookieJar, TokenPair, TokenStoreInit } from "./token-store";
import { TokenStores } from "./token-stores";

const projectId = "p1";

function stores(page: FakePage | null = null) {
  const host = new FakeHost(page);
  const opened = new TokenStores(host, projectId);
  return { host, open: (init: TokenStoreInit) => opened.open(init) };
}

/** A cookie store in a page whose cookies are `cookies`, given as they are on the wire. */
function cookieStore(...cookies: string[]) {
  const page = new FakePage();
  page.document.cookie = "stack-is-https=true; path=/; Secure";
  for (const cookie of cookies) page.document.cookie = cookie;
  page.document.writes.length = 0;
  const { host, open } = stores(page);
  return { page, host, store: open("cookie") };
}

function request(headers: Record<string, string>) {
  return { headers: new Headers(headers) };
}

describe("the cookie store, writing", () => {
  it("keeps the refresh token for a year and the pair for a day, encoded, for every path", () => {
    const { page, store } = cookieStore();
    store.set({ refreshToken: "r1", accessToken: "a1" });
    expect(page.document.writes).toEqual([
      "stack-refresh-p1=r1; Max-Age=31536000; path=/; SameSite=Lax; Secure",
      "stack-refresh=; Max-Age=0; path=/; SameSite=Lax; Secure",
      "stack-access=%5B%22r1%22%2C%22a1%22%5D; Max-Age=86400; path=/; SameSite=Lax; Secure",
    ]);
    expect(page.document.cookie).toBe(
      "stack-is-https=true; stack-refresh-p1=r1; stack-access=%5B%22r1%22%2C%22a1%22%5D",
    );
  });

  // Evidence: marks-them-secure-only-where-page
  it("marks them as secure only where the page is: a browser drops such cookies of a page without TLS", () => {
    const { page, store } = cookieStore();
    page.location.href = "http://localhost:3000/";
    store.set({ refreshToken: "r1", accessToken: null });
    expect(page.document.writes[0]).toBe("stack-refresh-p1=r1; Max-Age=31536000; path=/; SameSite=Lax");
  });

  it("deletes the access cookie with a null access token, and both with null tokens", () => {
    const { page, store } = cookieStore();
    store.set({ refreshToken: "r1", accessToken: "a1" });
    store.set({ refreshToken: "r1", accessToken: null });
    expect(page.document.cookie).toBe("stack-is-https=true; stack-refresh-p1=r1");
    store.set({ refreshToken: null, accessToken: null });
    expect(page.document.cookie).toBe("stack-is-https=true");
  });

  it("removes the refresh cookie of the old name", () => {
    const { page, store } = cookieStore("stack-refresh=r0");
    store.set({ refreshToken: "r1", accessToken: null });
    expect(page.document.cookie).toBe("stack-is-https=true; stack-refresh-p1=r1");
  });

  // Evidence: servers-keep-cookies-secure-after-browser-restarts
  it("marks the page as reached by HTTPS when a cookie is read, for as long as a session is kept", () => {
    // Attack: the browser restarts and forgets the mark but not the session. A server refreshes the session and sets its cookie
    // without `Secure`. Anyone in the network can then lead the browser to a request without TLS, which shows the refresh token.
    const page = new FakePage();
    const store = stores(page).open("cookie");
    store.set({ refreshToken: "r1", accessToken: "a1" });
    expect(page.document.writes[0]).toBe("stack-is-https=true; Max-Age=31536000; path=/; SameSite=Lax; Secure");
    const kept = page.document.writes.filter((cookie) => /Max-Age=[1-9]/.test(cookie));
    const { jar, writes } = cookieJar(
      Object.fromEntries(kept.map((cookie) => cookie.split(";", 1)[0]?.split("=") ?? [])),
    );
    stores().open(jar).set({ refreshToken: "r1", accessToken: "a2" });
    expect(writes.map(([name, , options]) => [name, options])).toContainEqual([
      "stack-refresh-p1",
      { path: "/", maxAge: 31_536_000, sameSite: "lax", secure: true },
    ]);
  });
});

describe("the cookies of an official client", () => {
  const structured = (refresh_token: string, updated_at_millis: number) =>
    encodeURIComponent(JSON.stringify({ refresh_token, updated_at_millis }));

  it.each([
    ["2.8.41", ["stack-refresh-p1=r1", 'stack-access=["r1","a1"]']],
    ["2.8.51", [`stack-refresh-p1--default=${structured("r1", 1)}`, 'stack-access=["r1","a1"]']],
    ["2.8.102 by HTTPS", [`__Host-stack-refresh-p1--default=${structured("r1", 1)}`, 'stack-access=["r1","a1"]']],
    [
      "2.8.102 for subdomains",
      [`stack-refresh-p1--custom-mv4gc3lq=${structured("r1", 1)}`, 'stack-access=["r1","a1"]'],
    ],
    ["2.8.108", [`__Host-hexclave-refresh-p1--default=${structured("r1", 1)}`, 'hexclave-access=["r1","a1"]']],
  ])(
    "of version %s keep their user signed in, and go with the first write of ours and when the user signs out",
    (_, cookies) => {
      const read = { refreshToken: "r1", accessToken: "a1" };
      for (const written of [
        { refreshToken: "r1", accessToken: "a2" },
        { refreshToken: null, accessToken: null },
      ]) {
        const { page, store } = cookieStore(...cookies);
        expect(store.get()).toEqual(read);
        store.set(written);
        const { refreshToken } = written;
        const kept = refreshToken ? ["stack-refresh-p1=r1", "stack-access=%5B%22r1%22%2C%22a2%22%5D"] : [];
        expect(page.document.cookie.split("; ").sort()).toEqual(["stack-is-https=true", ...kept].sort());
      }
      const header = request({ cookie: cookies.join("; ") });
      expect(stores().open(header).get()).toEqual(read);
    },
  );

  it("of which the newest counts, and none of another project or of another form", () => {
    const { store } = cookieStore(
      `stack-refresh-p1--default=${structured("r1", 1)}`,
      `hexclave-refresh-p1--default=${structured("r2", 2)}`,
      `stack-refresh-p2--default=${structured("r3", 3)}`,
      "stack-refresh-p1--custom-a=r4",
      "stack-refresh-p1--custom-b=null",
    );
    expect(store.get().refreshToken).toBe("r2");
    expect(cookieStore(`stack-refresh-p1--default=${structured("r1", 1)}`, "stack-refresh-p1=r0").store.get()).toEqual({
      refreshToken: "r0",
      accessToken: null,
    });
  });

  it("that subdomains share are removed from each parent domain of the page", () => {
    const { page, store } = cookieStore(`stack-refresh-p1--custom-mv4gc3lq=${structured("r1", 1)}`);
    page.location.href = "https://shop.example.com/";
    store.set({ refreshToken: null, accessToken: null });
    const domains = page.document.writes.flatMap(
      (write) => /--custom-.*Max-Age=0.*Domain=(.*)$/.exec(write)?.[1] ?? [],
    );
    expect(domains).toEqual(["shop.example.com", "example.com"]);
  });

  it("are read of a server's jar, which lists those that subdomains share where it can", () => {
    const custom = "stack-refresh-p1--custom-mv4gc3lq";
    const cookies = { [custom]: structured("r1", 1), "hexclave-refresh-p1--default": "none" };
    const values = Object.fromEntries(
      Object.entries(cookies).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const { jar, writes } = cookieJar(values);
    expect(stores().open(jar).get().refreshToken).toBeNull();
    const listing = { ...jar, getAll: () => Object.keys(values).map((name) => ({ name })) };
    const store = stores().open(listing);
    expect(store.get().refreshToken).toBe("r1");
    store.set({ refreshToken: null, accessToken: null });
    expect(writes.map(([name]) => name)).toEqual(expect.arrayContaining([custom, "hexclave-refresh-p1--default"]));
  });
});

it.each(["stackauth", "hexclave"])(
  "the tokens of a request are read from its Authorization header with %s_",
  (prefix) => {
    const encoded = btoa('{"accessToken":"a1","refreshToken":"r1"}');
    const headers = { authorization: `Bearer ${prefix}_${encoded}`, cookie: "stack-refresh-p1=r9" };
    expect(stores().open(request(headers)).get()).toEqual({ accessToken: "a1", refreshToken: "r1" });
    expect(() => stores().open(request({ authorization: `Bearer ${prefix}_!` }))).toThrow(
      "Invalid authorization header",
    );
    const another = { authorization: "Bearer a2", cookie: "stack-refresh-p1=r9" };
    expect(stores().open(request(another)).get().refreshToken).toBe("r9");
  },
);

/** The cookies of a server's request and response; a `Map` of names that a server component refuses to change. */
function cookieJar(cookies: Record<string, string>, { isServerComponent = false } = {}) {
  const writes: unknown[][] = [];
  const jar: CookieJar = {
    get: (name) => (cookies[name] === undefined ? undefined : { value: cookies[name] }),
    set(...args) {
      if (isServerComponent) throw new Error("Cookies can only be modified in a Server Action or Route Handler.");
      writes.push(args);
    },
  };
  return { jar, writes };
}

it.each([
  ["header", { "x-stack-auth": '{"accessToken":"a1","refreshToken":"r1"}' }],
  ["cookies", { cookie: 'stack-refresh-p1=r1; stack-access=["r1","a1"]', accept: undefined }],
])("the tokens of a request of Node's http module are read from its %s", (_, headers) => {
  expect(stores().open({ headers }).get()).toEqual({ accessToken: "a1", refreshToken: "r1" });
});

describe("a store on a server's cookies", () => {
  const cookies = { "stack-refresh-p1": "r1", "stack-access": '["r1","a1"]' };
  const attributes = { path: "/", sameSite: "lax", secure: false };

  it("reads the tokens of the request, one store to a request", () => {
    const { jar } = cookieJar(cookies);
    const { open } = stores();
    expect(open(jar).get()).toEqual({ refreshToken: "r1", accessToken: "a1" });
    expect(open(jar)).toBe(open(jar));
  });

  it("writes changes to the response, secure where the browser came by HTTPS", () => {
    const { jar, writes } = cookieJar(cookies);
    const store = stores().open(jar);
    store.set({ refreshToken: "r1", accessToken: "a2" });
    expect(store.get().accessToken).toBe("a2");
    expect(writes).toEqual([
      ["stack-refresh-p1", "r1", { ...attributes, maxAge: 31_536_000 }],
      ["stack-refresh", "", { ...attributes, maxAge: 0 }],
      ["stack-access", '["r1","a2"]', { ...attributes, maxAge: 86_400 }],
    ]);
    const secure = cookieJar({ "stack-is-https": "true" });
    stores().open(secure.jar).set({ refreshToken: null, accessToken: null });
    expect(secure.writes).toContainEqual(["stack-access", "", { ...attributes, maxAge: 0, secure: true }]);
  });

  it("keeps changes in memory where a server component renders", () => {
    const store = stores().open(cookieJar(cookies, { isServerComponent: true }).jar);
    store.set({ refreshToken: "r1", accessToken: "a2" });
    expect(store.get()).toEqual({ refreshToken: "r1", accessToken: "a2" });
  });
});

it("setServerCookie throws in a server component, unless it may do nothing there", () => {
  const { jar } = cookieJar({}, { isServerComponent: true });
  expect(() => setServerCookie(jar, "theme", "dark", { maxAge: 60 })).toThrow(
    /^Attempted to set cookie in server component\. Pass { noOpIfServerComponent: true } in the options of Gatehouse's cookie functions/,
  );
  expect(setServerCookie(jar, "theme", "dark", { maxAge: 60, noOpIfServerComponent: true })).toBeUndefined();
});

it("setServerCookie needs no options: the cookie then lasts until the browser is closed", () => {
  const { jar, writes } = cookieJar({});
  setServerCookie(jar, "theme", "dark");
  expect(writes).toEqual([["theme", "dark", { path: "/", sameSite: "lax", secure: false }]]);
});

describe("the cookie store, reading", () => {
  it.each<[string, string[], TokenPair]>([
    ["both cookies", ["stack-refresh-p1=r1", 'stack-access=["r1","a1"]'], { refreshToken: "r1", accessToken: "a1" }],
    [
      "an encoded pair",
      ["stack-refresh-p1=r1", "stack-access=%5B%22r1%22%2C%22a1%22%5D"],
      { refreshToken: "r1", accessToken: "a1" },
    ],
    ["the old name", ["stack-refresh=r0", 'stack-access=["r0","a0"]'], { refreshToken: "r0", accessToken: "a0" }],
    [
      "the new name before the old",
      ["stack-refresh=r0", "stack-refresh-p1=r1"],
      { refreshToken: "r1", accessToken: null },
    ],
    [
      "another project's cookie",
      ["stack-refresh-p2=r2", 'stack-access=["r2","a2"]'],
      { refreshToken: null, accessToken: null },
    ],
    [
      "a pair of another login",
      ["stack-refresh-p1=r1", 'stack-access=["r2","a2"]'],
      { refreshToken: "r1", accessToken: null },
    ],
    ["a bare access token", ["stack-refresh-p1=r1", "stack-access=a1"], { refreshToken: "r1", accessToken: null }],
    ["a broken pair", ["stack-refresh-p1=r1", 'stack-access=["r1",'], { refreshToken: "r1", accessToken: null }],
    [
      "a pair that is none",
      ["stack-refresh-p1=r1", 'stack-access=["r1",7]'],
      { refreshToken: "r1", accessToken: null },
    ],
    ["a stray percent sign", ["stack-refresh-p1=100%"], { refreshToken: "100%", accessToken: null }],
    ["no cookies", [], { refreshToken: null, accessToken: null }],
  ])("%s", (_, cookies, tokens) => {
    expect(cookieStore(...cookies).store.get()).toEqual(tokens);
  });

  it("notices within 100 ms what another tab changed", () => {
    const { page, host, store } = cookieStore("stack-refresh-p1=r1");
    const seen: TokenPair[] = [];
    const stop = store.onChange((tokens) => seen.push(tokens));
    expect(host.tick()).toEqual([100]);
    expect(seen).toEqual([]);

    page.document.cookie = "stack-refresh-p1=r2";
    host.tick();
    page.document.cookie = "stack-refresh-p1=; Max-Age=0";
    host.tick();
    expect(seen).toEqual([
      { refreshToken: "r2", accessToken: null },
      { refreshToken: null, accessToken: null },
    ]);

    stop();
    expect(host.tick()).toEqual([]);
  });

  it("keeps its access token while the login is the same and the cookie unreadable", () => {
    const { page, store } = cookieStore();
    store.set({ refreshToken: "r1", accessToken: "a1" });
    page.document.cookie = 'stack-access=["other","a9"]';
    expect(store.get()).toEqual({ refreshToken: "r1", accessToken: "a1" });
    page.document.cookie = "stack-refresh-p1=r2";
    expect(store.get()).toEqual({ refreshToken: "r2", accessToken: null });
  });

  it("is refused on a server", () => {
    expect(() => stores().open("cookie")).toThrow(/^Cannot use cookie token store on the server!/);
  });
});

describe("request stores", () => {
  it.each<[string, Record<string, string>, TokenPair]>([
    [
      "the header",
      { "x-stack-auth": '{"accessToken":"a1","refreshToken":"r1"}' },
      { accessToken: "a1", refreshToken: "r1" },
    ],
    ["a header with one token", { "x-stack-auth": '{"refreshToken":"r1"}' }, { accessToken: null, refreshToken: "r1" }],
    [
      "the header before the cookies",
      { "x-stack-auth": "{}", cookie: "stack-refresh-p1=r1" },
      { accessToken: null, refreshToken: null },
    ],
    [
      "the cookies, the access token from the pair",
      { cookie: "a=b; stack-refresh-p1=r1; stack-access=%5B%22r1%22%2C%22a1%22%5D" },
      { accessToken: "a1", refreshToken: "r1" },
    ],
    ["the old refresh cookie", { cookie: "stack-refresh=r0" }, { accessToken: null, refreshToken: "r0" }],
    ["nothing", {}, { accessToken: null, refreshToken: null }],
  ])("take the tokens from %s", (_, headers, tokens) => {
    expect(stores().open(request(headers)).get()).toEqual(tokens);
  });

  it.each([
    ["null", "x-stack-auth header must not be null"],
    ['"text"', "x-stack-auth header must be a JSON object"],
    ["[]", "x-stack-auth header must be a JSON object"],
    ['{"accessToken":1}', "The tokens of the header must be text or null"],
  ])("refuse the header %s", (header, cause) => {
    const open = () => stores().open(request({ "x-stack-auth": header }));
    expect(open).toThrow(
      expect.objectContaining({
        message: `Invalid x-stack-auth header: ${header}`,
        cause: expect.objectContaining({ message: cause }),
      }),
    );
  });

  it("refuse a header that is not JSON", () => {
    expect(() => stores().open(request({ "x-stack-auth": "r1" }))).toThrow("Invalid x-stack-auth header: r1");
  });

  it("are one to a request with cookies, and fresh each time with a header", () => {
    const { open } = stores();
    const withCookies = request({ cookie: "stack-refresh-p1=r1" });
    expect(open(withCookies)).toBe(open(withCookies));
    const withHeader = request({ "x-stack-auth": '{"refreshToken":"r1"}' });
    expect(open(withHeader)).not.toBe(open(withHeader));
  });
});

describe("the other stores", () => {
  it("memory is one store to an app, and reports changes only", () => {
    const opened = new TokenStores(new FakeHost(), projectId);
    const store = opened.open("memory");
    const seen: TokenPair[] = [];
    store.onChange((tokens) => seen.push(tokens));
    store.set({ accessToken: "a1", refreshToken: "r1" });
    store.set({ accessToken: "a1", refreshToken: "r1" });
    expect(opened.open("memory").get()).toEqual({ accessToken: "a1", refreshToken: "r1" });
    expect(seen).toEqual([{ accessToken: "a1", refreshToken: "r1" }]);
  });

  it("fixed tokens make a fresh store each time", () => {
    const { open } = stores();
    const tokens = { accessToken: "a1", refreshToken: "r1" };
    open(tokens).set({ accessToken: null, refreshToken: null });
    expect(open(tokens).get()).toEqual(tokens);
  });

  it("null is refused", () => {
    expect(() => stores().open(null)).toThrow(
      /^Cannot call this function on a Gatehouse app without a persistent token store\. /,
    );
  });

  it.each([
    ["local", '"local"'],
    [{}, "{}"],
    [7, "7"],
  ])("%j is no token store", (init, shown) => {
    expect(() => stores().open(init as TokenStoreInit)).toThrow(`Invalid token store ${shown}`);
  });
});
