import { RequestError } from "../../kit/errors/request-error";
import type { BodyOf, EndpointKey, ResponseOf } from "../../kit/requests/endpoints";

type ValidateCode = "POST /payments/purchases/validate-code";
type StartPurchase = "POST /payments/purchases/purchase-session";

/** What can be bought with a code, as the API has it. */
export type Purchase = ResponseOf<ValidateCode>;

/** One of its prices. */
export type Price = Purchase["offer"]["prices"][string];

/** A purchase, or why there is none: the code cannot be used, or the API does not respond. */
export type LoadedPurchase = Purchase | "unknown" | "unreachable";

/** A request without credentials: a code is all that the page needs. */
async function send<Key extends EndpointKey & `POST ${string}`>(
  key: Key,
  body: BodyOf<Key, "client">,
): Promise<ResponseOf<Key>> {
  const url = `${import.meta.env.VITE_API_URL}/api/v1${key.slice("POST ".length)}`;
  const response = await fetch(url, {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw new RequestError(url, response.status, await response.text(), response.headers.get("x-stack-request-id"));
}

export async function loadPurchase(full_code: string): Promise<LoadedPurchase> {
  const key: ValidateCode = "POST /payments/purchases/validate-code";
  try {
    return await send(key, { full_code });
  } catch (error) {
    const isRefused = error instanceof RequestError && error.status < 500 && error.status !== 429;
    return isRefused ? "unknown" : "unreachable";
  }
}

/** Begins the payment. @returns the secret that completes it; null where nothing has to be paid */
export async function startPurchase(body: BodyOf<StartPurchase, "client">): Promise<string | null> {
  const key: StartPurchase = "POST /payments/purchases/purchase-session";
  return (await send(key, body)).client_secret;
}
