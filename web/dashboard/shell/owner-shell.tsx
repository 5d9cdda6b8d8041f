import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../ui/logo";
import { RoomFrame, SkipLink } from "./room-frame";
import { UserMenu } from "./user-menu";

/** What stands around a page that belongs to no project. */
export function OwnerShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-3 sm:px-8 sm:py-5">
        <Link to="/projects" aria-label="Gatehouse, all projects" className="rounded-control">
          <Logo className="text-xl" />
        </Link>
        <UserMenu />
      </header>
      <RoomFrame>{children}</RoomFrame>
    </div>
  );
}
