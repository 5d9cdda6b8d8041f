import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { describe, it } from "vitest";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import { useQueryClient as useOurs } from "../queries/query-hooks";
import { GatehouseProvider } from "./gatehouse-provider";

const app = new GatehouseClientApp({
  baseUrl: "https://api.example.com",
  projectId: "internal",
  publishableClientKey: "pck_test",
  tokenStore: "memory",
});

describe("GatehouseProvider", () => {
  it("leaves the query client of the website to the website's own queries", ({ expect }) => {
    const theirs = new QueryClient();
    const seen: QueryClient[] = [];
    function Probe() {
      seen.push(useQueryClient(), useOurs());
      return null;
    }
    renderToString(
      <QueryClientProvider client={theirs}>
        <GatehouseProvider app={app}>
          <Probe />
        </GatehouseProvider>
      </QueryClientProvider>,
    );
    expect(seen[0]).toBe(theirs);
    expect(seen[1]).not.toBe(theirs);
  });

  it("adds no element around its children", ({ expect }) => {
    expect(renderToString(<GatehouseProvider app={app}>text</GatehouseProvider>)).toBe("text");
  });
});
