// The API reference: Scalar on the OpenAPI document of this server. Nothing of it leaves the API's origin.
import "./reference.css";

/** The script that `scripts/build/reference.ts` puts before this one. */
declare const Scalar: { createApiReference(selector: string, configuration: Record<string, unknown>): void };

completeAccessibility();

// Its script appends its styles to the head, after those of this page, which are to win.
document.head.prepend(...document.head.querySelectorAll("#scalar-style"));

Scalar.createApiReference("#reference", {
  url: "/api/v1/openapi.json",
  title: "Gatehouse API",
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  hideModels: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  documentDownloadType: "direct",
  defaultOpenFirstTag: false,
  operationTitleSource: "summary",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  // Keys stay in the page that they were typed into.
  persistAuth: false,
  authentication: { securitySchemes: { tier: { value: "client" } } },
});

/**
 * Lists attributes that Scalar's elements lack or have wrongly, by WCAG 2.2. They are names and roles of controls (4.1.2),
 * keyboards for what scrolls (2.1.1), and landmarks that can be distinguished (1.3.1). The value `null` removes one.
 */
const attributes: readonly [selector: string, name: string, value: string | null][] = [
  [".custom-scroll:not([tabindex])", "tabindex", "0"],
  [".markdown table:not([tabindex])", "tabindex", "0"],
  ["ul[aria-label$=' endpoints']:not([tabindex])", "tabindex", "0"],
  ["a.narrow\\:border:not([aria-label])", "aria-label", "Gatehouse and its dashboard"],
  [".cm-scroller[tabindex='-1']", "tabindex", "0"],
  [".cm-content:not([aria-label])", "aria-label", "Code"],
  [".scalar-code-copy:not([aria-label])", "aria-label", "Copy"],
  ["button[role='none']", "role", null],
  // The text of these is not part of their label, by which voice control would find them (2.5.3).
  [".show-more[aria-label]", "aria-label", null],
  [".response-example-selector[aria-label]", "aria-label", null],
  ["input[role='combobox']:not([aria-expanded])", "aria-expanded", "true"],
  [".response-card[role='region']", "role", "group"],
  [".scalar-app-layout main:not([role])", "role", "group"],
  [".scalar-app-layout > section[aria-label^='Notifications']", "aria-label", "Messages"],
];

function complete(): void {
  for (const [selector, name, value] of attributes) {
    for (const element of document.querySelectorAll(selector)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }
  for (const editor of document.querySelectorAll("[contenteditable][role='combobox']")) {
    const label = document.querySelector(`label[for="${editor.parentElement?.id}"]`);
    // It has no list of choices here.
    editor.setAttribute("role", "textbox");
    editor.removeAttribute("aria-autocomplete");
    editor.setAttribute("aria-label", label?.textContent?.trim() || "Value");
  }
  // A table of codes does not have to be scrolled on a phone (1.4.10) where they break at their underscores.
  for (const code of document.querySelectorAll(".markdown td code:not(:has(wbr))")) {
    const [first, ...others] = (code.textContent ?? "").split(/(?<=_)/);
    if (others.length > 0)
      code.replaceChildren(first ?? "", ...others.flatMap((part) => [document.createElement("wbr"), part]));
  }
}

/** Completes the elements of the page, and those that come later, once for each frame. */
function completeAccessibility(): void {
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      complete();
    });
  }).observe(document.body, { childList: true, subtree: true });
}
