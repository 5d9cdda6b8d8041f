import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { describeFailure } from "../react/errors/describe-failure";
import { ToastProvider } from "../ui/overlays/toast";
import { useTranslation as useComponentTranslation } from "../ui/translation/use-translation";
import { ApiUrlContext } from "./api-url";
import { LoadingDashboard } from "./loading-dashboard";
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
