import { useEffect } from "react";
import { useApp } from "../../react";
import { Redirecting } from "../../react/pages/parts/redirecting";

/** Goes on to the project's website. */
export function HomePage({ homeUrl }: { homeUrl: string | null }) {
  const app = useApp();
  // The configuration takes no other address; this is the second check, before a script could run on this origin.
  const target = homeUrl !== null && /^https?:\/\//i.test(homeUrl) ? homeUrl : app.urls.accountSettings;
  useEffect(() => window.location.replace(target), [target]);
  return <Redirecting />;
}
