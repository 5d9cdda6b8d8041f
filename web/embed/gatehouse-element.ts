import type { CurrentUser, GatehouseClientApp } from "../kit";
import type { ElementKind } from "./element-kind";
import type { MountedElements } from "./mounted-elements";
import { projectStyles } from "./project-theme";
import { sharedStyles } from "./shared-styles";

/** Describes what scripts see of an element, beside its attributes. */
export interface GatehouseElement extends HTMLElement {
  /** The app that all elements share. */
  readonly app: GatehouseClientApp;
  /** The signed-in user; null without one, and until the first has loaded. */
  readonly user: CurrentUser | null;
}

/** Holds what the elements of one definition share. */
export type Shared = {
  readonly app: GatehouseClientApp;
  readonly elements: MountedElements;
  readonly user: { readonly current: CurrentUser | null };
};

/** Attributes that change what an element shows. */
const observedAttributes = ["lang", "theme", "first-tab", "show-user-info", "allow-null", "null-label"];

/**
 * The class of an element. Made by a function, because servers, which have no `HTMLElement`, import this module too.
 *
 * The shadow root does not delegate the focus: a click on a text inside would move it to the first field.
 */
export function elementClass(kind: ElementKind, shared: Shared): CustomElementConstructor {
  return class extends HTMLElement implements GatehouseElement {
    static readonly observedAttributes = observedAttributes;
    readonly #root = this.attachShadow({ mode: "open" });
    readonly #container = division("gatehouse-root", "base");
    readonly #overlays = division("gatehouse-root gatehouse-overlays", "overlays");

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [projectStyles(), sharedStyles()];
      this.#root.append(this.#container, this.#overlays);
      for (const type of ["focusin", "pointerdown"]) {
        this.#root.addEventListener(type, () => shared.elements.use(this), { capture: true });
      }
    }

    get app(): GatehouseClientApp {
      return shared.app;
    }

    get user(): CurrentUser | null {
      return shared.user.current;
    }

    connectedCallback(): void {
      shared.elements.add({ kind, element: this, container: this.#container, overlays: this.#overlays });
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

function division(className: string, part: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("part", part);
  return element;
}

declare global {
  interface HTMLElementTagNameMap extends Record<`gatehouse-${ElementKind}`, GatehouseElement> {}
}
