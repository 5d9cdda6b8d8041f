import { RequestError } from "../../kit/errors/request-error";
import type { BodyOf, EndpointKey, ResponseOf } from "../../kit/requests/endpoints";
import { type Currency, durationText, type Interval, isRenewed, priceText } from "../../ui/text/price-text";
import type { Translate } from "../../ui/translation/translate";

/** Says what is bought, as the visitor has chosen it. */
export interface Choice {
  priceId: string;
  price: Price;
  currency: Currency;
  quantity: number;
}

type ValidateCode = "POST /payments/purchases/validate-code";
type ReadStatus = "POST /payments/purchases/purchase-status";
type StartPurchase = "POST /payments/purchases/purchase-session";

/** Says what can be bought with a code, as the API has it. */
export type Purchase = ResponseOf<ValidateCode>;

/** One of its prices. */
export type Price = Purchase["offer"]["prices"][string];

/** Says what became of a purchase that was made: the customer has what was bought, or its payment is not reported yet. */
export type PurchaseStatus = ResponseOf<ReadStatus>["status"];

/** A purchase, or why there is none: the code was used for one or is none, or the API does not respond. */
export type LoadedPurchase = Purchase | PurchaseStatus | "unknown" | "unreachable";

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
    return isRefused(error) ? loadStatus(full_code) : "unreachable";
  }
}

async function loadStatus(fullCode: string): Promise<LoadedPurchase> {
  try {
    return await readStatus(fullCode);
  } catch (error) {
    return isRefused(error) ? "unknown" : "unreachable";
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof RequestError && error.status < 500 && error.status !== 429;
}

/** Returns what became of the purchase that a code was used for. */
export async function readStatus(full_code: string): Promise<PurchaseStatus> {
  const key: ReadStatus = "POST /payments/purchases/purchase-status";
  return (await send(key, { full_code })).status;
}

/** Begins the payment. @returns the secret that completes it; null where nothing has to be paid */
export async function startPurchase(body: BodyOf<StartPurchase, "client">): Promise<string | null> {
  const key: StartPurchase = "POST /payments/purchases/purchase-session";
  return (await send(key, body)).client_secret;
}

/** Returns what is paid for a choice, and when: "7 days free, then $10.00 / month". */
export function totalText(purchase: Purchase, { price, currency, quantity }: Choice, t: Translate): string {
  const total = priceText(price, currency, quantity, t);
  const trial = trialOf(purchase, price);
  return trial ? t("{duration} free, then {price}", { duration: durationText(trial, t), price: total }) : total;
}

/** Returns how long it is free, for a customer who has a trial; no time is none. */
export function trialOf({ offer, has_free_trial }: Purchase, price: Price): Interval | undefined {
  const trial = price.free_trial ?? offer.free_trial;
  return has_free_trial && isRenewed(price) && trial !== undefined && trial[0] > 0 ? trial : undefined;
}
