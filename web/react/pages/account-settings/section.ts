import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { CurrentUser, Project } from "../../../kit";

export type SectionProps = { user: CurrentUser; project: Project };

/** One section of the account settings; one is shown at a time. */
export type Section = {
  /** The hash of its address. */
  id: string;
  title: string;
  /** The heading it is listed under; the sections of the account itself have none. */
  group?: string;
  description?: string;
  icon: ReactNode;
  render: (props: SectionProps) => ReactNode;
};

/** The section that is shown, by its id, and what shows another. */
export type ShownSection = {
  /** Undefined for the first. */
  id: string | undefined;
  show: (id: string) => void;
};

/** Set where the address belongs to a website, which may have its own use for the hash. */
export const ShownSectionContext = createContext<ShownSection | undefined>(undefined);

/** The section that is shown: by default the hash of the address selects it. */
export function useShownSection(): ShownSection {
  const hash = useSyncExternalStore(
    subscribeToHash,
    () => window.location.hash.slice(1) || undefined,
    () => undefined,
  );
  return use(ShownSectionContext) ?? { id: hash, show: setHash };
}

function setHash(id: string): void {
  window.location.hash = id;
}

/** Calls `listener` when the hash of the address changes. Returns what stops it. */
export function subscribeToHash(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  // After a navigation by a router, going back fires this event only.
  window.addEventListener("popstate", listener);
  return () => {
    window.removeEventListener("hashchange", listener);
    window.removeEventListener("popstate", listener);
  };
}
