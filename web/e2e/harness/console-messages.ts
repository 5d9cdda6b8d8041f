import type { Page } from "playwright-core";

/** Tools print these on every page: Vite's client, React's advice to install its tools, the version of the API reference. */
const ofTools = /^\[vite\] |Download the React DevTools|^@scalar\/api-reference@/;

/** The kit says on purpose that no provider has sent the browser to the page of callbacks. */
const ofKit = /^The OAuth callback has no `code` and `state`\.$/;

/** Keeps what a page prints to its console, except errors, which `openPage` reports. Has to be called before the page opens. */
export function keepMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    const isKnown = ofTools.test(message.text()) || ofKit.test(message.text());
    if (message.type() !== "error" && !isKnown)
      messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return messages;
}
