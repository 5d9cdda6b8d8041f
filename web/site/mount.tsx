import { type ComponentType, StrictMode } from "react";
import { createRoot } from "react-dom/client";

/** Shows a part of the site as the page. */
export function mount(Root: ComponentType): void {
  const container = document.getElementById("root");
  if (!container) throw new Error("The page has no #root to mount in.");
  createRoot(container).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
