/**
 * Stands in for Stripe's script (https://docs.stripe.com/js): what a page calls of it, with a form in a frame of Stripe's, and
 * requests to Stripe's API in place of those that the frame makes. The frame's element shows by `data-card` what the page knows
 * of the card.
 */
export const stripeScript = `
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
export const stripeForm = `<!doctype html>
<html lang="en"><title>Payment</title>
<style>body { font: 15px sans-serif; margin: 0 } input { width: 100%; box-sizing: border-box; padding: 8px; font: inherit }
  .night { background: #30313d; color: #fff }</style>
<label>Card number <input id="card" autocomplete="off" placeholder="1234 1234 1234 1234"></label>
<script>
  document.body.className = new URLSearchParams(location.search).get("theme");
  document.getElementById("card").oninput = ({ target }) => parent.postMessage({ card: target.value }, "*");
  parent.postMessage({ isReady: true }, "*");
</script>`;
