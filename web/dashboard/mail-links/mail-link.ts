import type { AdminOwnedProject, ServerContactChannel } from "../../kit";

type MailPage = "password-reset" | "magic-link-callback" | "email-verification" | "team-invitation";

/**
 * The address of a page to which a link of a mail may lead: on the project's first website, else on the hosted pages. Null
 * where the project has neither.
 */
export function mailLink(
  page: MailPage,
  { id, config }: { readonly id: string; readonly config: Pick<AdminOwnedProject["config"], "domains"> },
  hosted: { readonly areOn: boolean; readonly origin: string },
): string | null {
  // A pattern of subdomains names no website.
  const website = config.domains.find(({ domain }) => !domain.includes("*"));
  if (website) return `${website.domain.replace(/\/$/, "")}${website.handlerPath.replace(/\/$/, "")}/${page}`;
  return hosted.areOn ? `${hosted.origin}/handler/${page}?project_id=${id}` : null;
}

/**
 * The address to which a link that signs in is sent: the primary one, if it is used for sign-in, or another that is. A link
 * to an address that is not would belong to no account, or make another one.
 */
export function signInAddress(channels: readonly ServerContactChannel[]): string | null {
  const usable = channels.filter(({ usedForAuth }) => usedForAuth);
  return (usable.find(({ isPrimary }) => isPrimary) ?? usable[0])?.value ?? null;
}
