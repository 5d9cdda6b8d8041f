/**
 * Holds a payment that has begun, as the browser remembers it. It is kept because the code is used up, the provider's page may
 * come in between, and tabs are closed.
 */
export interface StartedPayment {
  clientSecret: string;
  publishableKey: string;
  stripeAccountId: string;
  offerName: string;
  projectName: string;
  projectLogoUrl: string | null;
  /** Says what is paid, in words. */
  total: string;
  /** The text of the button that pays. */
  label: string;
}

/** As long as the provider waits for a subscription's first payment, about. */
const keptMillis = 24 * 60 * 60 * 1000;

const prefix = "gatehouse-purchase-";

export function readStartedPayment(fullCode: string): StartedPayment | undefined {
  try {
    removeOldPayments();
    const stored = localStorage.getItem(prefix + fullCode);
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    // Some privacy modes and frames refuse storage.
    return undefined;
  }
}

export function storeStartedPayment(fullCode: string, payment: StartedPayment): void {
  try {
    localStorage.setItem(prefix + fullCode, JSON.stringify({ ...payment, startedAt: Date.now() }));
  } catch {
    // As above. The payment goes on as long as the page is open.
  }
}

/** Forgets a payment that is over. */
export function removeStartedPayment(fullCode: string): void {
  try {
    localStorage.removeItem(prefix + fullCode);
  } catch {
    // As above.
  }
}

function removeOldPayments(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const { startedAt } = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (!(startedAt > Date.now() - keptMillis)) localStorage.removeItem(key);
  }
}
