import { type ReactNode, use, useId, useMemo } from "react";
import { componentStyles } from "../../ui/theme/component-styles";
import { componentClasses, type Scope, ScopeContext, ScopeElement, scopeClasses } from "../../ui/theme/scope";
import { useLanguageAttributes } from "../../ui/translation/use-translation";
import { type ThemeOptions, themeStyles } from "./theme-styles";

export type GatehouseThemeProps = {
  theme?: ThemeOptions;
  /** A CSS font family, or `system`, `serif`, `rounded` or `mono`; the website's own by default. */
  font?: string;
  /**
   * `page` (default) follows the website: its `color-scheme`, or the attribute or class by which it switches. `system`
   * follows the device, whatever the website shows.
   */
  scheme?: "page" | "system" | "light" | "dark";
  /** Of the website's content security policy, for the style element of a theme with settings of its own. */
  nonce?: string;
  /** Is the element to which dialogs and menus are added, for components in a shadow root; the document's body by default. */
  portalContainer?: Element | DocumentFragment | null;
  children?: ReactNode;
};

/**
 * The look of all components inside: colours, radius, font, and light or dark. Components need none around them; without
 * one they have the default theme.
 */
export function GatehouseTheme({ theme, font, scheme, nonce, portalContainer, children }: GatehouseThemeProps) {
  const outer = use(ScopeContext);
  // A class of its own: React's ids have characters that a selector would have to escape.
  const ownClass = `gatehouse-${useId().replaceAll(/\W/g, "")}`;
  const styles = useMemo(() => themeStyles(ownClass, { font, ...theme }), [ownClass, font, theme]);

  const outerAttributes = outer?.attributes;
  const chosen = scheme === undefined ? outerAttributes?.["data-scheme"] : scheme === "page" ? undefined : scheme;
  const container = portalContainer ?? outer?.portalContainer;
  const scope = useMemo<Scope>(() => {
    const classes = outerAttributes?.className ?? scopeClasses;
    return {
      attributes: { className: styles ? `${classes} ${ownClass}` : classes, "data-scheme": chosen },
      portalContainer: container,
    };
  }, [outerAttributes, styles, ownClass, chosen, container]);

  return (
    <ScopeContext value={scope}>
      <ScopeElement>
        {styles && <style nonce={nonce}>{styles}</style>}
        {children}
      </ScopeElement>
    </ScopeContext>
  );
}

/**
 * Renders the root of a component that a website uses by itself, with the stylesheet of all components. It has a scope of its own
 * where no theme is above it.
 */
export function Scoped({ nonce, children }: { nonce?: string; children: ReactNode }) {
  const root = (
    <div {...useLanguageAttributes()} className={componentClasses}>
      <Styles nonce={nonce} />
      {children}
    </div>
  );
  return use(ScopeContext) ? root : <GatehouseTheme>{root}</GatehouseTheme>;
}

/**
 * The stylesheet of the components, beside each of their roots: React keeps one, in the head of the page, and a server sends
 * it before what it styles. Renders nothing in the site.
 */
export function Styles({ nonce }: { nonce?: string }) {
  if (!componentStyles) return null;
  return (
    <style href="gatehouse" precedence="gatehouse" nonce={nonce}>
      {componentStyles}
    </style>
  );
}
