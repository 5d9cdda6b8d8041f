import "./router.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { GatehouseProvider } from "../react";
import { ConnectionNotice } from "../react/components/connection-notice";
import { useQueryClient } from "../react/queries/query-hooks";
import { app } from "./app";
import { router } from "./routes";

export function Root() {
  return (
    <GatehouseProvider app={app} lang="en-US">
      <Routes />
    </GatehouseProvider>
  );
}

function Routes() {
  // The dashboard's queries share the cache of the kit's, which they read as well.
  const queryClient = useQueryClient();
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionNotice />
      <RouterProvider router={router} context={{ queryClient }} />
    </QueryClientProvider>
  );
}
