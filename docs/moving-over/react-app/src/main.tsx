import { StackHandler, StackProvider, StackTheme } from "@stackframe/react";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home.tsx";
import { stackClientApp } from "./stack.ts";

function Page() {
  const { pathname } = window.location;
  if (pathname.startsWith("/handler/")) return <StackHandler app={stackClientApp} location={pathname} fullPage />;
  return <Home />;
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Suspense fallback="Loading…">
      <StackProvider app={stackClientApp}>
        <StackTheme theme={{ light: { primary: "#334155" }, radius: "8px" }}>
          <Page />
        </StackTheme>
      </StackProvider>
    </Suspense>
  </StrictMode>,
);
