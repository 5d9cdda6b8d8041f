/** A payment that has begun, as the tab remembers it: the code is used up, and the provider's page may come in between. */
export interface StartedPayment {
  clientSecret: string;
  publishableKey: string;
  stripeAccountId: string;
  offerName: string;
  projectName: string;
  projectLogoUrl: string | null;
}

const keyOf = (fullCode: string) => `gatehouse-purchase-${fullCode}`;

export function readStartedPayment(fullCode: string): StartedPayment | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(fullCode));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    // Some privacy modes and frames refuse storage.
    return undefined;
  }
}

export function storeStartedPayment(fullCode: string, payment: StartedPayment): void {
  try {
    sessionStorage.setItem(keyOf(fullCode), JSON.stringify(payment));
  } catch {
    // As above. The payment goes on as long as the page is open.
  }
}

/** Whether the provider sent the browser back. What its address says about the payment is not believed: anyone can write it. */
export function isReturn({ search }: { search: string }): boolean {
  return new URLSearchParams(search).has("redirect_status");
}
