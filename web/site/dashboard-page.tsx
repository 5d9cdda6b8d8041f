import { Suspense } from "react";
import { LoadingDashboard } from "../dashboard/loading-dashboard";
import { frame } from "../dashboard/routes";
import { useUser } from "../react";
import { lazyComponent } from "../react/components/lazy-component";
import { QueryErrorBoundary } from "../react/components/query-error-boundary";
import { ErrorPage } from "./error-page";

const Dashboard = lazyComponent("Dashboard", async () => (await frame()).Dashboard);

/** The owner's dashboard, behind sign-in to the internal project. */
export function DashboardPage() {
  return (
    <QueryErrorBoundary fallback={(message, retry) => <ErrorPage message={message} onRetry={retry} />}>
      <Suspense fallback={<LoadingDashboard />}>
        <SignedIn />
      </Suspense>
    </QueryErrorBoundary>
  );
}

function SignedIn() {
  useUser({ or: "redirect" });
  return <Dashboard apiUrl={import.meta.env.VITE_API_URL} />;
}
