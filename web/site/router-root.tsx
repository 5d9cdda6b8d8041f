import "./router.css";
import { useQueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ConnectionNotice } from "../react/components/connection-notice";
import { app } from "./app";
import { router } from "./routes";

export function Root() {
  return (
    <>
      <ConnectionNotice />
      <RouterProvider router={router} context={{ app, queryClient: useQueryClient() }} />
    </>
  );
}
