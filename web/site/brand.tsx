import type { ReactNode } from "react";
import { useIsPrerendered } from "../react/hooks/prerendered";
import { Logo } from "../ui/brand/logo";
import { Skeleton } from "../ui/feedback/spinner";

/** The logo as a link to the home page. */
export function HomeLink() {
  return (
    <a href="/" aria-label="Gatehouse home" className="rounded-control">
      <Logo className="text-xl" />
    </a>
  );
}

/** Shows where the logo will be. */
export function BrandSkeleton() {
  return <Skeleton className="h-7 w-32" />;
}

/** The logo of a page, whose document is that of all projects. */
export function Brand({ children }: { children: ReactNode }) {
  return useIsPrerendered() ? <BrandSkeleton /> : children;
}
