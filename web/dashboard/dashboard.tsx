import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { inEnglish } from "../react/errors/describe-failure";
import { useFrameSkeleton } from "../ui/layout/frame-skeleton";
import { ToastProvider } from "../ui/overlays/toast";
import { ApiUrlContext } from "./api-url";

/**
 * The owner's dashboard below `/projects`; the route that shows it requires a user of the internal project. `apiUrl` is
 * the API address that its examples contain.
 */
export function Dashboard({ apiUrl }: { apiUrl: string }) {
  return (
    <ApiUrlContext value={apiUrl}>
      <ToastProvider describeFailure={inEnglish}>
        <Suspense fallback={<LoadingDashboard />}>
          <Outlet />
        </Suspense>
      </ToastProvider>
    </ApiUrlContext>
  );
}

/** Shows the frame of the page without its contents, the same as before the first script has run. */
export function LoadingDashboard() {
  useFrameSkeleton();
  return (
    <p role="status" className="sr-only">
      Loading the dashboard
    </p>
  );
}
