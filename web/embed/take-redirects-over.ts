import type { GatehouseClientApp, HandlerUrls } from "../kit";
import { appInternals } from "../kit/app/internals";
import type { AuthView } from "./element-kind";
import { dispatch } from "./events";
import { forgetMagicLink } from "./magic-link";
import type { MountedElements } from "./mounted-elements";

/** The pages that a sign-in or sign-up element shows in place. */
const views: Partial<Record<keyof HandlerUrls, AuthView>> = {
  signIn: "sign-in",
  signUp: "sign-up",
  forgotPassword: "forgot-password",
  mfa: "mfa",
};

/** Lists what ends a sign-in, and the attribute with the address that follows it. */
const ends = {
  afterSignIn: { event: "gatehouse-sign-in", attribute: "after-sign-in-url", setBy: ["afterSignIn", "home"] },
  afterSignUp: {
    event: "gatehouse-sign-up",
    attribute: "after-sign-up-url",
    setBy: ["afterSignUp", "afterSignIn", "home"],
  },
  afterSignOut: { event: "gatehouse-sign-out", attribute: "after-sign-out-url", setBy: ["afterSignOut", "home"] },
} as const;

/** The page by its name, where an element shows it in place. */
export function viewOf(name: keyof HandlerUrls): AuthView | undefined {
  return views[name];
}

/**
 * Shows in the elements what the app would leave the page for, and announces sign-ins by events before their redirects. A
 * sign-in stays on the page unless an address was set: by the app, the element's attribute, or the page that required it.
 */
export function takeRedirectsOver(app: GatehouseClientApp, elements: MountedElements): void {
  const { connection } = app[appInternals];
  const isSet = (names: readonly (keyof HandlerUrls)[]) => names.some((name) => connection.options.urls?.[name]);

  connection.redirects.interceptor = async (name, url) => {
    const view = views[name];
    if (view) {
      const mounted = elements.inUse(["sign-in", "sign-up"]);
      if (!mounted) return url;
      elements.show(mounted.element, view);
      // A sign-in that requires a second factor ends here: what follows it is another request.
      if (view === "mfa") throw new DOMException("Continued with a second factor.", "AbortError");
      mounted.element.focus();
      return null;
    }
    if (name === "onboarding") {
      const mounted = elements.inUse(["sign-in", "sign-up"]);
      if (!mounted) return url;
      // It shows what is missing by itself, as soon as the user is known.
      mounted.element.focus();
      return null;
    }
    if (name === "accountSettings") {
      const mounted = elements.inUse(["account-settings"]) ?? elements.inUse(["user-button", "team-switcher"]);
      if (!mounted) return url;
      if (mounted.kind === "account-settings") mounted.element.focus();
      else elements.show(mounted.element, "account-settings");
      return null;
    }
    if (name === "home" && !isSet(["home"])) {
      const mounted = elements.inUse(["sign-in", "sign-up"]);
      if (!mounted) return url;
      forgetMagicLink();
      elements.show(mounted.element, "sign-in");
      return null;
    }
    if (name !== "afterSignIn" && name !== "afterSignUp" && name !== "afterSignOut") return url;

    const { event, attribute, setBy } = ends[name];
    const element = elements.inUse()?.element;
    const isReturn = url !== app.urls[name];
    const target = isReturn ? url : (element?.getAttribute(attribute) ?? (isSet(setBy) ? url : null));
    const source = element ?? document;
    if (event === "gatehouse-sign-out") return dispatch(source, event, { redirectUrl: target }) ? target : null;
    const user = await app.getPartialUser({ from: "token", or: "anonymous" });
    return dispatch(source, event, { userId: user?.id ?? "", redirectUrl: target }) ? target : null;
  };
}
