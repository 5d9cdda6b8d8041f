import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { useLanguageAttributes } from "../translation/use-translation";
import { classNames } from "./class-names";
import { onPageSchemeChange, pageScheme } from "./page-scheme";

/** The element around components, to which the tokens of a theme and their scheme belong. */
export type Scope = {
  attributes: { className: string; "data-scheme"?: "light" | "dark" | "system" };
  /** Is the element to which dialogs and menus are added; the document's body by default. */
  portalContainer?: Element | DocumentFragment | null;
};

/** The scope of the theme above; undefined on pages whose document is one. */
export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The class of each scope; websites that move over may have styles for the second. */
export const scopeClasses = "gatehouse stack-scope contents";

/** The class of each component's root, below a scope: a website's own styles end here, and ours begin. */
export const componentClasses = "gatehouse-component contents";

/** Returns where a portal adds what it contains. */
export function usePortalContainer() {
  return use(ScopeContext)?.portalContainer;
}

/** The element of the scope around. It follows the scheme of the page, unless the theme has chosen one. */
export function ScopeElement({
  className,
  children,
  ...rest
}: {
  className?: string;
  /** Names the language of what it contains, where that is not the language of the website. */
  lang?: string;
  dir?: "rtl";
  children: ReactNode;
}) {
  const attributes = use(ScopeContext)?.attributes ?? { className: scopeClasses };
  // In no context: what is still being hydrated would be rendered anew when that changes.
  const scheme = useSyncExternalStore(onPageSchemeChange, pageScheme, () => undefined);
  return (
    <div
      {...rest}
      className={classNames(attributes.className, className)}
      data-scheme={attributes["data-scheme"] ?? scheme}
    >
      {children}
    </div>
  );
}

/** The child of each portal: a scope with the theme of where the portal is rendered, as it lies outside of that. */
export function PortalScope(props: { children: ReactNode }) {
  return <ScopeElement {...props} {...useLanguageAttributes()} className={componentClasses} />;
}
