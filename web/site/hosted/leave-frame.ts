import type { RedirectMethod } from "../../kit/connection/redirects";

/** The pages that a website may show in a frame: those that confirm nothing, as the site's headers say. */
const framed = ["/handler/sign-in", "/handler/sign-up", "/handler/forgot-password"];

/** How the app moves on: as usual, and out of the frame of a website where the next page must not be shown in one. */
export function redirectMethod(): RedirectMethod {
  const { top } = window;
  if (top === window || top === null) return "window";
  const navigate = (to: string) => {
    const target = new URL(to, window.location.href);
    if (framed.includes(target.pathname)) window.location.assign(target);
    else top.location.href = target.href;
  };
  return { navigate, useNavigate: () => navigate };
}
