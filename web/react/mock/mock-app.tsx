import { type ReactNode, useState } from "react";
import { GatehouseClientApp } from "../../kit";
import { type Host, type Page, realHost } from "../../kit/host/host";
import { createQueryClient } from "../queries/query-client";
import { AppContext, QueryClientContext } from "../queries/query-hooks";
import { type MockedData, mockResponses, projectId, userId } from "./mock-responses";

/** An app that reads mocked data, and neither sends a request nor leaves the page. */
export function createMockApp(mock: MockedData): GatehouseClientApp {
  const responses = mockResponses(mock);
  const host: Host = {
    ...realHost,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const changes = (init?.method ?? "GET") !== "GET" && !pathname.endsWith("/preview");
      if (changes) return new Response("This is a preview.", { status: 400 });
      return Response.json(responses[pathname.replace("/api/v1", "")] ?? { items: [] });
    },
    page: () => stillPage(realHost.page()),
  };
  const tokenStore = mock.mockUser
    ? { accessToken: mockAccessToken(mock), refreshToken: "preview" }
    : { accessToken: null, refreshToken: null };
  const options = { baseUrl: "https://preview.invalid", projectId, publishableClientKey: "preview", tokenStore };
  return new GatehouseClientApp({ ...options, redirectMethod: "none" }, host);
}

/** The page without its cookies and storage, and without ways to leave it. */
function stillPage(page: Page | null): Page | null {
  if (page === null) return null;
  const stay = () => undefined;
  const noStorage = { getItem: () => null, setItem: stay, removeItem: stay };
  return {
    location: { href: page.location.href, assign: stay, replace: stay },
    document: { cookie: "" },
    history: { state: null, replaceState: stay },
    sessionStorage: noStorage,
    localStorage: noStorage,
    navigator: { onLine: true },
    alert: (message) => page.alert(message),
  };
}

/** Unsigned, as the kit reads the claims only. */
function mockAccessToken({ mockUser: user }: MockedData): string {
  const encode = (part: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part)))).replace(/=+$/, "");
  const claims = {
    sub: user?.id ?? userId,
    exp: 4_000_000_000,
    iss: "https://preview.invalid",
    aud: projectId,
    project_id: projectId,
    branch_id: "main",
    refresh_token_id: userId,
    role: "authenticated",
    name: user?.displayName ?? null,
    email: user?.primaryEmail ?? null,
    email_verified: true,
    selected_team_id: null,
    is_anonymous: false,
    is_restricted: user?.restrictedReason !== undefined,
    restricted_reason: user?.restrictedReason ?? null,
  };
  return `${encode({ alg: "ES256" })}.${encode(claims)}.preview`;
}

/** Components inside read mocked data, as it was when they were first rendered. They need no other provider. */
export function MockProvider({ mock, children }: { mock: MockedData; children: ReactNode }) {
  const [app] = useState(() => createMockApp(mock));
  const [queryClient] = useState(createQueryClient);
  return (
    <AppContext value={app}>
      <QueryClientContext value={queryClient}>{children}</QueryClientContext>
    </AppContext>
  );
}
