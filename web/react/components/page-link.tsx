import { createContext, type ReactNode, useContext } from "react";
import type { HandlerUrls } from "../../kit";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { useIsPrerendered } from "../hooks/prerendered";
import { useApp } from "../hooks/use-app";
import { carryReturnTarget } from "./return-target";

/** The query of the handler page that is shown; empty outside of handler pages. */
export const SearchParamsContext = createContext(new URLSearchParams());

/** A link to another handler page, which keeps the return target. */
export function PageLink({
  page,
  className,
  onClick,
  children,
}: {
  page: keyof HandlerUrls;
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const app = useApp();
  const searchParams = useContext(SearchParamsContext);
  // Its address has the query of the page.
  if (useIsPrerendered()) return children;
  return (
    <a
      part="link"
      href={carryReturnTarget(app.urls[page], searchParams)}
      onClick={onClick}
      className={classNames("text-sm", linkClasses, className)}
    >
      {children}
    </a>
  );
}
