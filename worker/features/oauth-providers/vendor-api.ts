import type * as z from "zod";
import type { OutboundFetch } from "../../platform/outbound";
import { ProviderError } from "./provider-error";

/** A vendor's API in the name of a user. The token travels in a header, never in a URL (RFC 6750 section 2.1). */
export class VendorApi {
  readonly #outbound: OutboundFetch;
  readonly #headers: Record<string, string>;
  readonly #vendor: { name: string; userInfoUrl: string };

  constructor(
    outbound: OutboundFetch,
    accessToken: string,
    vendor: { name: string; userInfoUrl: string; headers?: Record<string, string> | undefined },
  ) {
    this.#outbound = outbound;
    this.#vendor = vendor;
    // GitHub refuses requests without a user agent.
    const common = { Accept: "application/json", "User-Agent": "Gatehouse" };
    this.#headers = { ...common, ...vendor.headers, Authorization: `Bearer ${accessToken}` };
  }

  /** Reads what the vendor reports about the token's owner. @throws {ProviderError} as `get` does */
  userInfo<T>(shape: z.ZodType<T>): Promise<T> {
    return this.get(this.#vendor.userInfoUrl, shape);
  }

  /**
   * Reads a JSON document.
   *
   * @param options.ifForbidden the text for the user when the vendor responds with 403
   * @throws {ProviderError} when the response is not 2xx, no JSON, or not of this shape
   */
  async get<T>(url: string, shape: z.ZodType<T>, { ifForbidden }: { ifForbidden?: string } = {}): Promise<T> {
    const response = await this.#ask(url);
    if (response.status === 403 && ifForbidden) throw new ProviderError("missing_permission", ifForbidden);
    if (!response.ok) throw new ProviderError("unusable", `${this.#vendor.name} did not tell who signed in.`);
    const parsed = shape.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw new ProviderError("unusable", `${this.#vendor.name} responded in a form that is not understood.`);
  }

  /** Tells whether the token is taken. @throws {ProviderError} when the vendor cannot check it */
  async takesToken(acceptedShape?: z.ZodType): Promise<boolean> {
    const { ok, status, body } = await this.#ask(this.#vendor.userInfoUrl).then(async (response) => ({
      ok: response.ok,
      status: response.status,
      body: acceptedShape && (await response.json().catch(() => undefined)),
    }));
    if (ok) return acceptedShape === undefined || acceptedShape.safeParse(body).success;
    if (status === 429 || status >= 500) {
      throw new ProviderError("unusable", `${this.#vendor.name} cannot tell whether the token is valid.`);
    }
    return false;
  }

  #ask(url: string): Promise<Response> {
    return this.#outbound(url, { headers: this.#headers });
  }
}
