import "./router.css";
import { RouterProvider } from "@tanstack/react-router";
import { router } from "./routes";

export function Screen() {
  return <RouterProvider router={router} />;
}
