import type { GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/app/internals";
import { pages } from "../react/pages/page-registry";
import { projectOptions, userOptions } from "../react/queries/queries";
import { queryClientOf } from "../react/queries/query-client";
import { type FormPage, formPageAt } from "./form-pages";
import { pageContainer } from "./mount";

/** Until the page reads it, however long its code takes. */
const kept = { gcTime: Number.POSITIVE_INFINITY };

/**
 * Loads what the page shows. Until then the form is that of the document, which takes what is typed. The page neither suspends
 * nor loses anything when it is hydrated.
 *
 * @param loading the app of the page's project; undefined for none
 * @returns whether what the page shows has the form of its document
 */
export async function loadForm(loading: Promise<GatehouseClientApp | undefined>): Promise<boolean> {
  const page = formPageAt(window.location.pathname);
  if (!page || pageContainer().childElementCount === 0) return false;
  const app = await loading;
  return app !== undefined && Promise.race([hasForm(app, page), hasToWait(app)]);
}

async function hasForm(app: GatehouseClientApp, page: FormPage): Promise<boolean> {
  const client = queryClientOf(app);
  const { code } = pages[page];
  try {
    const [project, user] = await Promise.all([
      client.fetchQuery({ ...projectOptions(app), ...kept }),
      client.fetchQuery({ ...userOptions(app), ...kept }),
      code && client.fetchQuery({ ...code, ...kept }),
    ]);
    const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config;
    if (user && !user.isAnonymous) return false;
    if (page === "forgot-password") return true;
    return (credentialEnabled || magicLinkEnabled) && (page === "sign-in" || signUpEnabled);
  } catch {
    // The page shows what has failed.
    return false;
  }
}

/** Resolves once the page has to say that requests wait. */
function hasToWait(app: GatehouseClientApp): Promise<false> {
  const { connectivity } = app[appInternals];
  return new Promise((resolve) => connectivity.onChange(() => resolve(false)));
}
