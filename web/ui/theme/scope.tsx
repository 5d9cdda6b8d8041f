import { createContext, type ReactNode, use } from "react";
import { classNames } from "./class-names";

/** The element around components, to which the tokens of a theme and their scheme belong. */
export type Scope = {
  attributes: { className: string; "data-scheme"?: "light" | "dark" | "system" };
  /** Where dialogs and menus are added; the document's body by default. */
  portalContainer?: Element | DocumentFragment | null;
};

/** The scope of the theme above; undefined on pages whose document is one. */
export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The class of each scope; websites that move over may have styles for the second. */
export const scopeClasses = "gatehouse stack-scope contents";

/** The class of each component's root, below a scope: a website's own styles end here, and ours begin. */
export const componentClasses = "gatehouse-component contents";

/** Where a portal adds what it contains. */
export function usePortalContainer() {
  return use(ScopeContext)?.portalContainer;
}

/** The child of each portal: a scope with the theme of where the portal is rendered, as it lies outside of that. */
export function PortalScope({ children, ...rest }: { children: ReactNode }) {
  const attributes = use(ScopeContext)?.attributes ?? { className: scopeClasses };
  return (
    <div {...rest} {...attributes} className={classNames(attributes.className, componentClasses)}>
      {children}
    </div>
  );
}
