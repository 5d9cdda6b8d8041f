import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { printCaughtError } from "../react/errors/caught-errors";

/** Shows a part of the site as the page. */
export function mount(Root: ComponentType): void {
  const container = document.getElementById("root");
  if (!container) throw new Error("The page has no #root to mount in.");
  createRoot(container, { onCaughtError: printCaughtError }).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
