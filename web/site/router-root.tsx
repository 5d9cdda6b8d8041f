import "./router.css";
import { RouterProvider } from "@tanstack/react-router";
import { router } from "./routes";

export function Root() {
  return <RouterProvider router={router} />;
}
