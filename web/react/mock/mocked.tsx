import { lazy, type ReactNode } from "react";
import type { MockedData } from "./mock-responses";

// Loaded where there is something to mock: websites do so while they are designed.
const MockProvider = /* @__PURE__ */ lazy(async () => ({
  default: (await import("./mock-app")).MockProvider,
}));

/** Gives its children the mocked data that a component was given, if any. */
export function Mocked({ mock, children }: { mock: MockedData; children: ReactNode }) {
  const isMocked = Object.values(mock).some((value) => value !== undefined);
  return isMocked ? <MockProvider mock={mock}>{children}</MockProvider> : children;
}
