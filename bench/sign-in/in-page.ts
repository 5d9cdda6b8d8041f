/** Says when something was first so, in milliseconds since the navigation began. */
export interface Waits {
  /** What a person waits for is painted, such as the field for the email address. */
  visible?: number;
  /** What was typed and submitted is sent to the API. */
  usable?: number;
}

/**
 * Watches the page from its first script on, in `waits`, for what a selector finds in it or in the tag's element. Types as soon
 * as that is a field, and submits as soon as that is possible. Runs within the page, so it cannot refer to anything outside
 * itself. Contains no named function, because the compiler would register it with a helper that the page lacks.
 */
export function watchPage(selector: string): void {
  const waits: { visible?: number; usable?: number } = {};
  Object.assign(globalThis, { waits });
  const send = window.fetch;
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (/\/auth\/(password\/sign-in|otp\/send-sign-in-code)$/.test(url)) waits.usable ??= performance.now();
    return send(input, init);
  };
  const values: Record<string, string> = { email: "ada@example.com", password: "correct horse" };
  const timer = setInterval(() => {
    requestAnimationFrame(() => {
      const root = document.querySelector("gatehouse-sign-in")?.shadowRoot ?? document;
      const shown = root.querySelector<HTMLElement>(selector);
      // Painted with the frame before this one.
      if (shown?.dataset.wasThere) waits.visible ??= performance.now();
      if (shown && shown.getBoundingClientRect().height > 0) shown.dataset.wasThere = "true";
      const form = shown?.closest("form");
      for (const input of form?.querySelectorAll("input") ?? []) {
        const value = values[input.name] ?? "";
        if (input.value === value) continue;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
      if (waits.visible !== undefined && button?.disabled === false && button.ariaDisabled !== "true") button.click();
      if (waits.usable !== undefined) clearInterval(timer);
    });
  }, 10);
}

/** Returns what was watched, once all that is awaited is so. */
export function allWaits(awaited: readonly (keyof Waits)[]): Waits | undefined {
  const { waits } = globalThis as unknown as { waits: Waits };
  return awaited.every((name) => waits[name] !== undefined) ? waits : undefined;
}
