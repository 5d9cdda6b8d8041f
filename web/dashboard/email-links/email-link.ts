import type { AdminOwnedProject, ServerContactChannel } from "../../kit";

type EmailPage = "password-reset" | "magic-link-callback" | "email-verification" | "team-invitation";

/** A page to which a link of an email may lead, and the handler of the website that has it: null for a hosted page. */
export interface EmailLink {
  readonly url: string;
  readonly handler: string | null;
}

/**
 * Lists the pages to which a link of an email may lead, the best first. The hosted page is the best, because it is there whatever
 * the websites have. The pages of the project's websites follow, those with https before those with http.
 */
export function emailLinks(
  page: EmailPage,
  { id, config }: { readonly id: string; readonly config: Pick<AdminOwnedProject["config"], "domains"> },
  hosted: { readonly areOn: boolean; readonly origin: string },
): readonly EmailLink[] {
  // A pattern of subdomains names no website, and neither does the address of a native app.
  const websites = config.domains.filter(({ domain }) => /^https?:\/\/[^*]+$/i.test(domain));
  const handlers = websites.map(
    ({ domain, handlerPath }) => domain.replace(/\/$/, "") + handlerPath.replace(/\/$/, ""),
  );
  const isPlain = (handler: string) => Number(/^http:/i.test(handler));
  return [
    ...(hosted.areOn ? [{ url: `${hosted.origin}/handler/${page}?project_id=${id}`, handler: null }] : []),
    ...handlers
      .sort((one, other) => isPlain(one) - isPlain(other))
      .map((handler) => ({ url: `${handler}/${page}`, handler })),
  ];
}

/**
 * The channel to which a link that signs in is sent: the primary one, if it is used for sign-in, or another that is. A link
 * to an address that is not would belong to no account, or make another one.
 */
export function signInChannel(channels: readonly ServerContactChannel[]): ServerContactChannel | undefined {
  const usable = channels.filter(({ usedForAuth }) => usedForAuth);
  return usable.find(({ isPrimary }) => isPrimary) ?? usable[0];
}

/** The address of that channel. */
export function signInAddress(channels: readonly ServerContactChannel[]): string | null {
  return signInChannel(channels)?.value ?? null;
}
