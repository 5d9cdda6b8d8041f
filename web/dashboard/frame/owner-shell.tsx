import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../ui/brand/logo";
import { useTranslation } from "../translation/use-translation";
import { PageLayout, SkipLink } from "./page-layout";
import { PaletteButton } from "./palette-button";
import { UserMenu } from "./user-menu";

/** The header around pages that belong to no project; as a route's component it shows the page of the child route. */
export function OwnerShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const t = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:gap-6 sm:px-8 sm:py-5">
        <Link to="/projects" aria-label={t("Gatehouse, all projects")} className="flex rounded-control">
          <Logo className="text-xl" />
        </Link>
        {/* Beside the logo, where the menu does not move it as its user arrives. */}
        <div className="hidden w-56 sm:block">
          <PaletteButton />
        </div>
        <div className="sm:hidden">
          <PaletteButton isIcon />
        </div>
        <div className="ms-auto">
          <UserMenu />
        </div>
      </header>
      <PageLayout>{children}</PageLayout>
    </div>
  );
}
