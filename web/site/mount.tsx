import { type ComponentType, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { printCaughtError } from "../react/errors/outcomes";
import { Prerendered } from "../react/hooks/prerendered";

const options = { onCaughtError: printCaughtError };

/** The element that contains the page. */
export function pageContainer(): HTMLElement {
  const container = document.getElementById("root");
  if (!container) throw new Error("The page has no #root to mount in.");
  return container;
}

/** Shows a part of the site as the page. */
export function mount(Root: ComponentType): void {
  createRoot(pageContainer(), options).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

/** Goes on with the page that the document has, in the same elements. */
export function hydrate(Root: ComponentType): void {
  hydrateRoot(
    pageContainer(),
    <StrictMode>
      <Prerendered>
        <Root />
      </Prerendered>
    </StrictMode>,
    options,
  );
}

/** Path, query and hash of the page. Read by the handler itself, they would be there only once it is hydrated. */
export function pageLocation(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
