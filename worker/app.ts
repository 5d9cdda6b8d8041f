import { anonymousRoutes } from "./features/auth/anonymous/routes";
import { oauthRoutes } from "./features/auth/oauth/routes";
import { otpRoutes } from "./features/auth/otp/routes";
import { passwordRoutes } from "./features/auth/password/routes";
import { sessionRoutes } from "./features/auth/sessions/routes";
import { discoveryRoutes } from "./features/discovery/routes";
import { healthRoutes } from "./features/health/routes";
import { imageRoutes } from "./features/images/routes";
import { permissionGrantRoutes } from "./features/permissions/grants/routes";
import { clientProjectRoutes } from "./features/projects/client-routes";
import { membershipRoutes } from "./features/teams/memberships/routes";
import { teamRoutes } from "./features/teams/routes";
import { userRoutes } from "./features/users/users/routes";
import { svixRequestHeaders } from "./features/webhooks/svix-request-headers";
import { newRouter } from "./new-router";
import { lazyModule } from "./platform/lazy-module";
import { newServer } from "./protocol/server";

// Loaded by the first request to any other path: few isolates serve one, and all of them start faster without.
const rareRoutes = lazyModule(() => import("./rare-routes"));

/** The endpoints that most isolates serve, with their handlers. */
export const router = newRouter();

discoveryRoutes(router);
clientProjectRoutes(router);
userRoutes(router);
sessionRoutes(router);
passwordRoutes(router);
teamRoutes(router);
oauthRoutes(router);
membershipRoutes(router);
permissionGrantRoutes(router);
otpRoutes(router);
anonymousRoutes(router);

export const app = newServer([svixRequestHeaders]);

// For those who open the address that `npm run dev` prints.
app.get("/", (context) => context.text("This is the API of Gatehouse. Its reference is at /api/v1/docs.\n"));

app.get("/reference", (context) => context.redirect("/api/v1/docs"));

app.route("/health", healthRoutes);

app.route("/images", imageRoutes);

// Newer official clients report what visitors do, every ten seconds from each page. Nothing of it is read or kept.
for (const reports of ["analytics/events", "session-replays"]) {
  app.post(`/api/v1/${reports}/batch`, (context) => context.body(null, 204));
}

router.mount(app, "/api/v1", async () => (await rareRoutes()).rareApp);
