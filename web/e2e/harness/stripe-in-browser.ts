import type { BrowserContext, Route } from "playwright-core";
import { Stripe } from "stripe";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";

/** Numbers of test cards (https://docs.stripe.com/testing). */
export const cards = {
  accepted: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** The bank asks the customer on a page of its own. */
  authenticated: "4000 0025 0000 3155",
  /** Not a card of Stripe's: the payment takes days, as a debit does. */
  slow: "0000 0000 0000 0000",
};

interface Intent {
  id: string;
  status: string;
  last_payment_error?: object | null;
  next_action?: object | null;
}
// biome-ignore lint/suspicious/noExplicitAny: objects of Stripe's, read field by field
type StripeObject = Record<string, any> & { id: string };

interface StandIn {
  gatehouse: Gatehouse;
  /** The stand-in for Stripe's API. */
  stripeUrl: string;
  webhookSecret: string;
  /** The account of the project. */
  account: string;
}

/**
 * Stripe as a browser meets it: its script, its form, and the page of a bank. What happens to payments is kept by the stand-in for
 * the API; Stripe reports it when `report()` is called.
 */
export async function openStripeInBrowser(context: BrowserContext, standIn: StandIn) {
  const { gatehouse, stripeUrl, webhookSecret, account } = standIn;
  const intents = new Map<string, Intent>();
  const events: { type: string; object: object }[] = [];

  const control = async (path: string, changes: object = {}) => {
    const response = await fetch(`${stripeUrl}/test/${account}${path}`, {
      method: "POST",
      body: JSON.stringify(changes),
    });
    return (await response.json()) as Record<string, StripeObject[]>;
  };
  const intentOf = (id: string) => {
    const found = intents.get(id) ?? { id, status: "requires_payment_method" };
    intents.set(id, found);
    return found;
  };

  /** Changes what a payment that has arrived changes at Stripe. */
  async function arrive(intent: Intent): Promise<void> {
    Object.assign(intent, { status: "succeeded", next_action: null, last_payment_error: null });
    const { payment_intents = [], invoices = [], subscriptions = [] } = await control("");
    const payment = payment_intents.find(({ id }) => id === intent.id);
    if (payment) {
      await control(`/payment_intents/${payment.id}`, { status: "succeeded" });
      events.push({ type: "payment_intent.succeeded", object: payment });
      return;
    }
    const invoice = invoices.find((each) => each.confirmation_secret?.client_secret.startsWith(`${intent.id}_`));
    const subscription = subscriptions.find((each) =>
      invoice
        ? invoice.parent.subscription_details.subscription === each.id
        : each.pending_setup_intent?.client_secret.startsWith(`${intent.id}_`),
    );
    if (!subscription) throw new Error(`There is no payment ${intent.id}`);
    const status = invoice ? "active" : subscription.status;
    await control(`/subscriptions/${subscription.id}`, { status, pending_setup_intent: null });
    events.push({ type: "customer.subscription.updated", object: subscription });
  }

  async function confirm(intent: Intent, { card, return_url }: { card: string; return_url: string }) {
    if (card === cards.declined) {
      const error = { type: "card_error", code: "card_declined", message: "Your card was declined." };
      intent.last_payment_error = error;
      return { error };
    }
    if (card === cards.slow) return Object.assign(intent, { status: "processing" });
    if (card === cards.authenticated) {
      const url = `https://hooks.stripe.com/3d_secure_2/hosted?${new URLSearchParams({ intent: intent.id, return_url })}`;
      const next_action = { type: "redirect_to_url", redirect_to_url: { url, return_url } };
      return Object.assign(intent, { status: "requires_action", next_action });
    }
    await arrive(intent);
    return intent;
  }

  async function respondAsApi(route: Route): Promise<void> {
    const [, , , id = "", action] = new URL(route.request().url()).pathname.split("/");
    const body = route.request().postDataJSON();
    if (body.stripeAccount !== account || body.key !== "pk_test_page") throw new Error("Another account's key");
    const json = action === "confirm" ? await confirm(intentOf(id), body) : intentOf(id);
    await route.fulfill({ json, headers: { "access-control-allow-origin": "*" } });
  }

  async function showBank(route: Route): Promise<void> {
    const { searchParams } = new URL(route.request().url());
    const intent = intentOf(searchParams.get("intent") ?? "");
    const back = `${searchParams.get("return_url")}?redirect_status=`;
    if (searchParams.has("approved")) {
      await arrive(intent);
      await route.fulfill({ status: 302, headers: { location: `${back}succeeded` } });
      return;
    }
    if (searchParams.has("refused")) {
      Object.assign(intent, { status: "requires_payment_method", next_action: null, last_payment_error: {} });
      await route.fulfill({ status: 302, headers: { location: `${back}failed` } });
      return;
    }
    const links = ["approved", "refused"].map((each) => `<a href="?${searchParams}&${each}=1">${each}</a>`);
    await route.fulfill({ contentType: "text/html", body: `<title>Bank</title><h1>Your bank</h1>${links.join(" ")}` });
  }

  await context.route("https://js.stripe.com/**", (route) => {
    const isScript = new URL(route.request().url()).pathname.endsWith("/stripe.js");
    return isScript
      ? route.fulfill({ contentType: "text/javascript", body: stripeScript })
      : route.fulfill({ contentType: "text/html", body: stripeForm });
  });
  await context.route("https://api.stripe.com/**", respondAsApi);
  await context.route("https://hooks.stripe.com/**", showBank);

  return {
    /** A debit that has arrived after days. */
    async arriveLate() {
      for (const intent of intents.values()) if (intent.status === "processing") await arrive(intent);
    },
    /** Has Stripe report all that has happened since. */
    async report(): Promise<void> {
      for (const { type, object } of events.splice(0)) {
        const created = Math.floor(Date.now() / 1000);
        const payload = JSON.stringify({
          ...{ id: `evt_${crypto.randomUUID()}`, object: "event", type, account, created, data: { object } },
        });
        const response = await fetch(`${gatehouse.apiUrl}/api/v1/integrations/stripe/webhooks`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
          },
          body: payload,
        });
        if (!response.ok) throw new Error(`The event was refused with ${response.status}`);
      }
    },
  };
}

/**
 * Stands in for Stripe's script (https://docs.stripe.com/js) with what a page calls of it. A frame of Stripe's has the form. The
 * script itself makes the requests to Stripe's API that the real frame makes. The frame's element shows by `data-card` what the
 * page knows of the card.
 */
const stripeScript = `
window.Stripe = function Stripe(key, { stripeAccount, locale }) {
  const send = async (path, body) => {
    const response = await fetch("https://api.stripe.com/v1/" + path, {
      method: "POST",
      body: JSON.stringify({ key, stripeAccount, ...body }),
    });
    return response.json();
  };
  const idOf = (secret) => secret.split("_secret_")[0];
  const confirm = (kind, name) => async ({ elements, clientSecret, confirmParams }) => {
    const { error, ...intent } = await send(kind + "/" + idOf(clientSecret) + "/confirm", {
      card: elements.card(),
      return_url: confirmParams.return_url,
    });
    if (error) return { error };
    if (intent.status !== "requires_action") return { [name]: intent };
    location.href = intent.next_action.redirect_to_url.url;
    return new Promise(() => undefined);
  };
  const retrieve = (kind, name) => async (clientSecret) => ({ [name]: await send(kind + "/" + idOf(clientSecret)) });
  return {
    elements(settings) {
      if (!settings.clientSecret && !(settings.mode && settings.currency && Number.isInteger(settings.amount))) {
        throw new Error("Invalid value for elements()");
      }
      let card = "";
      return {
        card: () => card,
        submit: async () =>
          /^[0-9 ]{19}$/.test(card)
            ? {}
            : { error: { type: "validation_error", message: "Your card number is incomplete." } },
        create() {
          const listeners = {};
          const frame = document.createElement("iframe");
          const receive = ({ source, data }) => {
            if (source !== frame.contentWindow) return;
            if (data.isReady) listeners.ready?.();
            else frame.dataset.card = card = data.card;
          };
          return {
            on: (event, listener) => (listeners[event] = listener),
            mount(container) {
              addEventListener("message", receive);
              frame.title = "Secure payment input frame";
              frame.style.cssText = "border: 0; width: 100%; height: 80px; color-scheme: light only";
              const asked = new URLSearchParams({ locale, theme: settings.appearance.theme, amount: settings.amount ?? "" });
              frame.src = "https://js.stripe.com/v3/elements-inner-payment.html?" + asked;
              container.append(frame);
            },
            unmount() {
              removeEventListener("message", receive);
              frame.remove();
            },
          };
        },
      };
    },
    confirmPayment: confirm("payment_intents", "paymentIntent"),
    confirmSetup: confirm("setup_intents", "setupIntent"),
    retrievePaymentIntent: retrieve("payment_intents", "paymentIntent"),
    retrieveSetupIntent: retrieve("setup_intents", "setupIntent"),
  };
};
window.Stripe.version = "endive";
`;

/** The form in the frame. */
const stripeForm = `<!doctype html>
<html lang="en"><title>Payment</title>
<style>body { font: 15px sans-serif; margin: 0 } input { width: 100%; box-sizing: border-box; padding: 8px; font: inherit }
  .night { background: #30313d; color: #fff }</style>
<label>Card number <input id="card" autocomplete="off" placeholder="1234 1234 1234 1234"></label>
<script>
  document.body.className = new URLSearchParams(location.search).get("theme");
  document.getElementById("card").oninput = ({ target }) => parent.postMessage({ card: target.value }, "*");
  parent.postMessage({ isReady: true }, "*");
</script>`;
