import "./router.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { GatehouseProvider } from "../react";
import { queryClientOf } from "../react/queries/query-client";
import { app } from "./app";
import { AwayNotice, goOnWhileAway } from "./away-notice";
import { router } from "./routes";

export function Root() {
  return (
    <GatehouseProvider app={app} lang="en-US">
      <Routes />
    </GatehouseProvider>
  );
}

goOnWhileAway(queryClientOf(app));

function Routes() {
  // The dashboard's queries share the cache of the kit's, which they read as well.
  const queryClient = queryClientOf(app);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} context={{ queryClient }} />
      <AwayNotice />
    </QueryClientProvider>
  );
}
