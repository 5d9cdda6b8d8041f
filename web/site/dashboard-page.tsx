import { Suspense } from "react";
import { Dashboard, LoadingDashboard } from "../dashboard/dashboard";
import { useUser } from "../react";

/** The owner's dashboard, behind sign-in to the internal project. */
export function DashboardPage() {
  return (
    <Suspense fallback={<LoadingDashboard />}>
      <SignedIn />
    </Suspense>
  );
}

function SignedIn() {
  useUser({ or: "redirect" });
  return <Dashboard apiUrl={import.meta.env.VITE_API_URL} />;
}
