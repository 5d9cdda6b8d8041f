import { type Host, type Page, realHost } from "../host/host";

/** A host whose time and random numbers the test decides. Waits are over at once, and recorded. */
export class FakeHost implements Host {
  readonly fetch = realHost.fetch;
  readonly hasFetchModes = true;
  /** Every requested wait, in milliseconds. */
  readonly waits: number[] = [];
  /** The time, in milliseconds since the epoch; it stands still unless the test moves it. */
  time = Date.now();
  /** `random` returns this. */
  chance = 0.5;
  fakePage: FakePage | null;
  readonly #ticks = new Map<number, Set<() => void>>();

  constructor(page: FakePage | null = null) {
    this.fakePage = page;
  }

  now(): number {
    return this.time;
  }

  async wait(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
  }

  every(milliseconds: number, action: () => void): () => void {
    const actions = this.#ticks.get(milliseconds) ?? new Set();
    this.#ticks.set(milliseconds, actions.add(action));
    return () => {
      actions.delete(action);
      if (actions.size === 0) this.#ticks.delete(milliseconds);
    };
  }

  /** Lets one interval of every timer pass, and returns how long each of them is. */
  tick(): number[] {
    for (const actions of this.#ticks.values()) for (const action of actions) action();
    return [...this.#ticks.keys()];
  }

  random(): number {
    return this.chance;
  }

  randomBytes(length: number): Uint8Array {
    return realHost.randomBytes(length);
  }

  page(): Page | null {
    return this.fakePage;
  }
}

/** As much of a browser's page as the kit touches, with the visits it was sent on. */
export class FakePage implements Page {
  readonly visits: string[] = [];
  readonly document = new CookieJar();
  readonly navigator = { onLine: true };
  /** The session's storage. */
  readonly stored = new Map<string, string>();
  /** Every text that was put before the person. */
  readonly alerts: string[] = [];
  readonly location: { href: string } & Pick<Page["location"], "assign" | "replace">;
  #visited: (visit: string) => void = () => undefined;

  constructor(href = "https://shop.example/basket?item=1#top") {
    this.location = {
      href,
      assign: (url) => this.#visit("assign", url),
      replace: (url) => this.#visit("replace", url),
    };
  }

  /** Resolves with the next visit, for methods that leave the page and never settle. */
  nextVisit(): Promise<string> {
    return new Promise((resolve) => {
      this.#visited = resolve;
    });
  }

  #visit(how: string, url: string): void {
    const { location } = this;
    const [page, hash] = url.split("#");
    // The same page: no visit of another.
    if (hash !== undefined && page === location.href.split("#")[0]) {
      location.href = url;
      return;
    }
    const visit = `${how} ${url}`;
    this.visits.push(visit);
    this.#visited(visit);
  }

  readonly history = {
    state: { router: "state" },
    replaceState: (_state: unknown, _unused: string, url: string) => {
      this.location.href = new URL(url, this.location.href).href;
    },
  };

  alert(message: string): void {
    this.alerts.push(message);
  }

  readonly sessionStorage = storageOf(this.stored);
  readonly localStorage = storageOf(new Map());
}

function storageOf(items: Map<string, string>): Page["sessionStorage"] {
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

/** `document.cookie` as browsers have it (RFC 6265): assigning sets one cookie, reading shows the names and values. */
class CookieJar {
  /** Every assignment, as it was made. */
  readonly writes: string[] = [];
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(text: string) {
    this.writes.push(text);
    const [pair = "", ...attributes] = text.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}
