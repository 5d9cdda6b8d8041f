import type { ReactNode } from "react";
import { useReadableSession } from "../hooks/server-rendering";

/** Renders its children where the session can be read, and `loading` while it cannot: on some servers, and until hydration. */
export function WithSession({ loading, children }: { loading?: ReactNode; children: ReactNode }) {
  const { isReadable, marker } = useReadableSession();
  if (isReadable) return children;
  return (
    <>
      <span id={marker} hidden />
      {loading}
    </>
  );
}
