/**
 * The platform under the kit: time, random numbers, the network and, in a browser, the page. Every part of the kit uses
 * these through a `Host`, so that a test can set the clock and count the waits instead of sleeping.
 */
export interface Host {
  readonly fetch: typeof globalThis.fetch;
  /** False where `fetch` refuses the options `credentials` and `cache`, as on Cloudflare Workers. */
  readonly hasFetchModes: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`. */
  wait(milliseconds: number): Promise<void>;
  /** Calls `action` every `milliseconds` until the returned function is called. */
  every(milliseconds: number, action: () => void): () => void;
  /** A number from 0 (inclusive) to 1 (exclusive); for jitter only, never for secrets. */
  random(): number;
  /** `length` bytes from the platform's cryptographic source. */
  randomBytes(length: number): Uint8Array;
  /** The page the kit runs in, or null on a server. */
  page(): Page | null;
}

/** The part of `window` that the kit uses. */
export interface Page {
  readonly location: { readonly href: string; assign(url: string): void; replace(url: string): void };
  readonly document: { cookie: string };
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void };
  readonly sessionStorage: WebStorage;
  readonly localStorage: WebStorage;
  readonly navigator: { readonly onLine: boolean };
  alert(message: string): void;
}

/** Written out, because the kit's types are also for platforms that have no `Storage`. */
interface WebStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** From here on `setTimeout` overflows and fires at once. */
const waitLimit = 2_147_483_647;

/**
 * Resolves after `milliseconds`.
 * @throws Error for anything but a number from 0 to below 2,147,483,647.
 */
export async function wait(milliseconds: number): Promise<void> {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new Error(
      `wait() requires a non-negative integer number of milliseconds to wait. (found: ${milliseconds}ms)`,
    );
  }
  if (milliseconds >= waitLimit) {
    throw new Error(`wait() requires fewer than ${waitLimit} milliseconds to wait. (found: ${milliseconds}ms)`);
  }
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The platform that the kit runs on. */
export const realHost: Host = {
  fetch: (input, init) => globalThis.fetch(input, init),
  hasFetchModes: !("WebSocketPair" in globalThis),
  now: () => Date.now(),
  wait,
  every(milliseconds, action) {
    const timer = setInterval(action, milliseconds);
    return () => clearInterval(timer);
  },
  random: () => Math.random(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  page: () =>
    // All three, because some server runtimes define one or the other as a stand-in.
    typeof window !== "undefined" && typeof document !== "undefined" && typeof document.createElement === "function"
      ? window
      : null,
};
