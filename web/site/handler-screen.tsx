import { GatehouseHandler } from "../react";
import { Logo } from "../ui/logo";

/** The handler pages of the internal project: here project owners sign in to the dashboard. */
export function Screen() {
  return (
    <GatehouseHandler
      fullPage
      brand={
        <a href="/" aria-label="Gatehouse home" className="rounded-control">
          <Logo className="text-xl" />
        </a>
      }
    />
  );
}
