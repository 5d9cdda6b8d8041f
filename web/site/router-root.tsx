import "./router.css";
import { RouterProvider } from "@tanstack/react-router";
import { ConnectionNotice } from "../react/components/connection-notice";
import { router } from "./routes";

export function Root() {
  return (
    <>
      <ConnectionNotice />
      <RouterProvider router={router} />
    </>
  );
}
