import { html, raw } from "hono/html";

const outcomes = {
  done: {
    status: 200,
    title: "You are unsubscribed",
    text: "You will get no more emails of this kind. You can switch them on again in your account settings.",
  },
  used: {
    status: 200,
    title: "You have used this link before",
    text: "There was nothing left to do. Your account settings show which emails you get.",
  },
  expired: {
    status: 400,
    title: "This link has expired",
    text: "Nothing was changed. Please use the link in a newer email, or switch these emails off in your account settings.",
  },
  unknown: {
    status: 404,
    title: "This link does not work",
    text: "Nothing was changed. Please make sure that you opened the whole link, or switch these emails off in your account settings.",
  },
} as const;

/**
 * The outcome of following a link in a mail, as a page that loads nothing and links nowhere, because its address contains
 * a code.
 */
export async function unsubscribePage(outcome: keyof typeof outcomes): Promise<Response> {
  const { status, title, text } = outcomes[outcome];
  const nonce = crypto.randomUUID();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style nonce="${nonce}">${raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`;
  return new Response(String(await page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
      "Referrer-Policy": "no-referrer",
    },
  });
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; text-align: center; } h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; } p { margin: 0; }
`;
