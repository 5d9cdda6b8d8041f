import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { describeFailure } from "../react/errors/describe-failure";
import { useFrameSkeleton } from "../ui/layout/frame-skeleton";
import { ToastProvider } from "../ui/overlays/toast";
import { useTranslation as useComponentTranslation } from "../ui/translation/use-translation";
import { ApiUrlContext } from "./api-url";
import { DashboardTranslation } from "./translation/dashboard-translation";

/**
 * The owner's dashboard below `/projects`; the route that shows it requires a user of the internal project. `apiUrl` is
 * the API address that its examples contain.
 */
export function Dashboard({ apiUrl }: { apiUrl: string }) {
  return (
    <ApiUrlContext value={apiUrl}>
      <Suspense fallback={<LoadingDashboard />}>
        <DashboardTranslation>
          <Toasts>
            <Outlet />
          </Toasts>
        </DashboardTranslation>
      </Suspense>
    </ApiUrlContext>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const t = useComponentTranslation();
  return <ToastProvider describeFailure={(error) => describeFailure(error, t)}>{children}</ToastProvider>;
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
