import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../react/components/lazy-component";
import { SelectedTeamSwitcher } from "../react/components/team-switcher";
import { UserButton } from "../react/components/user-button";
import { useUser } from "../react/hooks/use-user";
import { dispatch } from "./events";
import type { MountedElement, MountedElements } from "./mounted-elements";

const AccountDialog = lazyComponent("Account dialog", async () => (await import("./account-element")).AccountDialog);

/** `<gatehouse-user-button>` and `<gatehouse-team-switcher>`: a button with a menu, which may lead to account settings. */
export function MenuElement({ mounted, elements }: { mounted: MountedElement; elements: MountedElements }) {
  const { element, kind } = mounted;
  const isSignedIn = useUser() !== null;
  /** Of account settings, where they do not begin with the first. */
  const [section, setSection] = useState<string>();

  function close() {
    setSection(undefined);
    elements.show(element, undefined);
  }

  useEffect(() => {
    if (!isSignedIn) elements.show(element, undefined);
  }, [isSignedIn, elements, element]);

  return (
    <>
      {kind === "user-button" ? (
        <UserButton showUserInfo={element.hasAttribute("show-user-info")} />
      ) : (
        <SelectedTeamSwitcher
          allowNull={element.hasAttribute("allow-null")}
          nullLabel={element.getAttribute("null-label") ?? undefined}
          onChange={(team) => void dispatch(element, "gatehouse-team-change", { teamId: team?.id ?? null })}
          onSettings={(section) => {
            setSection(section);
            elements.show(element, "account-settings");
          }}
        />
      )}
      {isSignedIn && mounted.view === "account-settings" && (
        // The button stays meanwhile, and with it the focus.
        <Suspense>
          <AccountDialog container={mounted.container} section={section} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
