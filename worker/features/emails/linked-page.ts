import { html, raw } from "hono/html";

/** A page of the API itself: what a link in an email opens, or where a sign-in ends that cannot return to its app. */
export interface LinkedPage {
  status: number;
  /** Names the project whose page it is. */
  sender?: string;
  title: string;
  text: string;
  /** Sends the form back to the page's own address, since opening a link must not act: email scanners open them too. */
  button?: string;
  link?: { href: string; text: string };
}

/** The page as a response. It loads nothing and sends no referrer, because its address contains a code. */
export async function linkedPage({ status, sender, title, text, button, link }: LinkedPage): Promise<Response> {
  const nonce = crypto.randomUUID();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${sender === undefined ? title : `${title} · ${sender}`}</title>
        <style nonce="${nonce}">${raw(style)}</style>
      </head>
      <body>
        <main>
          ${sender === undefined ? "" : html`<p class="sender">${sender}</p>`}
          <h1>${title}</h1>
          <p>${text}</p>
          ${link === undefined ? "" : html`<p><a href="${link.href}">${link.text}</a></p>`}
          ${button === undefined ? "" : html`<form method="post"><button>${button}</button></form>`}
        </main>
      </body>
    </html>`;
  const formAction = button === undefined ? "'none'" : "'self'";
  return new Response(String(await page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
    },
  });
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; text-align: center; } h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; } p { margin: 0; } p + p { margin-top: 1.5rem; } a { color: LinkText; }
.sender { font-weight: 600; margin-bottom: .5rem; overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; margin-top: 1.5rem; padding: .6rem 1.25rem; border: 0; border-radius: .5rem; background: CanvasText; color: Canvas; cursor: pointer; }
button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
`;
