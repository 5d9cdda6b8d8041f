import type { ClientAppOptions, HandlerUrls } from "../../kit";
import { magicLinkAddress } from "../magic-link";

/** Attributes `data-urls-sign-in` and so on give the addresses of the website's own pages. */
const urlsPrefix = "urls";

/**
 * The options of the app, from the `data-` attributes of the tag, with what the deployment has for what they leave out.
 *
 * Attack: a script of the page lets addresses write to `Object.prototype`, and `baseUrl` there, which attributes would inherit,
 * has passwords sent to the attacker. So they are read from an object without a prototype.
 */
export function appOptions(
  attributes: Readonly<DOMStringMap>,
  { apiUrl, siteUrl }: { apiUrl: string; siteUrl: string },
): ClientAppOptions {
  const dataset: Readonly<DOMStringMap> = withoutPrototype(attributes);
  if (!dataset.projectId) console.error("Gatehouse: the tag names no project. Add the attribute data-project-id.");
  const given = Object.entries(dataset).flatMap(([name, value]) =>
    name.startsWith(urlsPrefix) && name.length > urlsPrefix.length ? [[urlName(name), value]] : [],
  );
  const urls: Partial<HandlerUrls> = withoutPrototype(Object.fromEntries(given));
  return {
    baseUrl: dataset.baseUrl || apiUrl,
    // With a project that does not exist, the elements tell visitors to turn to the website's owner.
    projectId: dataset.projectId || "none",
    ...(dataset.publishableClientKey && { publishableClientKey: dataset.publishableClientKey }),
    tokenStore: dataset.tokenStore === "memory" ? "memory" : "cookie",
    // Pages that the elements do not show, such as those that emails link to.
    ...(!urls.handler && { hosted: dataset.hosted || siteUrl }),
    // A sign-in with a provider or by an emailed link comes back to this page, which finishes it, or says why it has failed.
    urls: withoutPrototype<Partial<HandlerUrls>>({
      oauthCallback: location.pathname + location.search,
      ...(!urls.handler && { error: location.pathname + location.search }),
      ...(!urls.handler && { magicLinkCallback: magicLinkAddress(location) }),
      ...urls,
    }),
  };
}

/** The same fields on an object that inherits none. */
function withoutPrototype<T extends object>(fields: T): T {
  return Object.assign(Object.create(null), fields);
}

function urlName(attribute: string): string {
  const name = attribute.slice(urlsPrefix.length);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
