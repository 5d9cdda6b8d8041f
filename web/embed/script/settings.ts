import type { ClientAppOptions, HandlerUrls } from "../../kit";

/** Attributes `data-urls-sign-in` and so on give the addresses of the website's own pages. */
const urlsPrefix = "urls";

/** The options of the app, from the attributes of the tag. `apiUrl` is that of the deployment. */
export function appOptions({ dataset }: Pick<HTMLScriptElement, "dataset">, apiUrl: string): ClientAppOptions {
  const urls = Object.entries(dataset).flatMap(([name, value]) =>
    name.startsWith(urlsPrefix) && name.length > urlsPrefix.length ? [[urlName(name), value]] : [],
  );
  return {
    baseUrl: dataset.baseUrl ?? apiUrl,
    ...(dataset.projectId !== undefined && { projectId: dataset.projectId }),
    ...(dataset.publishableClientKey !== undefined && { publishableClientKey: dataset.publishableClientKey }),
    tokenStore: dataset.tokenStore === "memory" ? "memory" : "cookie",
    urls: {
      // A sign-in with a provider comes back to this page, which the elements finish it on.
      oauthCallback: location.pathname + location.search,
      ...(Object.fromEntries(urls) as Partial<HandlerUrls>),
    },
  };
}

function urlName(attribute: string): string {
  const name = attribute.slice(urlsPrefix.length);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
