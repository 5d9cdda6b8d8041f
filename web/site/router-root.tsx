import "./router.css";
import { useQueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { app } from "./app";
import { router } from "./routes";

export function Root() {
  return <RouterProvider router={router} context={{ app, queryClient: useQueryClient() }} />;
}
