import type { CurrentUser, GatehouseClientApp } from "../kit";
import type { ElementKind } from "./element-kind";
import type { MountedElements } from "./mounted-elements";
import { sharedStyles } from "./shared-styles";

/** What scripts see of an element, beside its attributes. */
export interface GatehouseElement extends HTMLElement {
  /** The app that all elements share. */
  readonly app: GatehouseClientApp;
  /** The signed-in user; null without one, and until the first has loaded. */
  readonly user: CurrentUser | null;
}

/** What the elements of one definition share. */
export type Shared = {
  readonly app: GatehouseClientApp;
  readonly elements: MountedElements;
  /** Renders them, from the first one on. */
  readonly start: () => void;
  readonly user: () => CurrentUser | null;
};

/** Attributes that change what an element shows. */
const observedAttributes = ["lang", "theme", "first-tab"];

/**
 * The class of an element. Made by a function, because servers, which have no `HTMLElement`, import this module too.
 *
 * The shadow root does not delegate the focus: a click on a text inside would move it to the first field.
 */
export function elementClass(kind: ElementKind, shared: Shared): CustomElementConstructor {
  return class extends HTMLElement implements GatehouseElement {
    static readonly observedAttributes = observedAttributes;
    readonly #root = this.attachShadow({ mode: "open" });
    readonly #container = document.createElement("div");

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [sharedStyles()];
      this.#container.className = "gatehouse-root";
      this.#container.setAttribute("part", "base");
      this.#root.append(this.#container);
      for (const type of ["focusin", "pointerdown"]) {
        this.#root.addEventListener(type, () => shared.elements.use(this), { capture: true });
      }
    }

    get app(): GatehouseClientApp {
      return shared.app;
    }

    get user(): CurrentUser | null {
      return shared.user();
    }

    connectedCallback(): void {
      shared.start();
      shared.elements.add(kind, this, this.#container);
    }

    disconnectedCallback(): void {
      // An element that is moved is connected again at once, and keeps what was typed.
      queueMicrotask(() => {
        if (!this.isConnected) shared.elements.remove(this);
      });
    }

    attributeChangedCallback(): void {
      shared.elements.update(this);
    }

    /** Focuses the first field, else the first button or link. */
    override focus(options?: FocusOptions): void {
      const candidates = ["input:enabled", "button:enabled", "a[href]"];
      const first = candidates.map((selector) => this.#root.querySelector<HTMLElement>(selector)).find(Boolean);
      if (first) first.focus(options);
      else super.focus(options);
    }
  };
}

declare global {
  interface HTMLElementTagNameMap extends Record<`gatehouse-${ElementKind}`, GatehouseElement> {}
}
