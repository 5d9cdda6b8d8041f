import { useApp } from "./use-app";

/** Goes to the app's home page; undefined, so that no button offers it, for an app whose `urls.home` is empty. */
export function useGoHome(): (() => Promise<void>) | undefined {
  const app = useApp();
  return app.urls.home ? () => app.redirectToHome() : undefined;
}
