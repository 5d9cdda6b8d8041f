import { type ConfigOverride, coversDomainsOfOthers, isTrustable, readNativeAddress, renderConfig } from "../../config";
import { isLocalhost } from "../../platform/localhost";
import type { Failing } from "../../protocol/failing";
import { domainOfOthers } from "./changes/contract";

/** The part of a project's configuration that the checks read. */
export interface DomainSettings {
  domains: {
    allowLocalhost: boolean;
    trustedDomains: { readonly [id: string]: { readonly baseUrl?: string | undefined } };
  };
}

/** Lists what has to be mended before a project is ready for production, at most one message for each trusted domain. */
export async function findProductionModeErrors({ domains }: DomainSettings): Promise<string[]> {
  const trusted = Object.values(domains.trustedDomains).flatMap(({ baseUrl }) => baseUrl ?? []);
  const complaints = await Promise.all(trusted.sort().map(complaintOf));
  return [
    ...(domains.allowLocalhost
      ? ["Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"]
      : []),
    ...complaints.flatMap((complaint) => complaint ?? []),
  ];
}

async function complaintOf(domain: string): Promise<string | undefined> {
  const concrete = domain.replace(/\*+/g, "x");
  const isInvalid = `Trusted domain is not a valid URL: ${domain}`;
  if (!URL.canParse(concrete)) return isInvalid;
  if (readNativeAddress(domain) !== undefined) return undefined;
  const { protocol, hostname } = new URL(concrete);
  if (isLocalhost(hostname)) {
    return `Localhost domains are not allowed to be trusted in production mode: ${domain}`;
  }
  if (await coversDomainsOfOthers(domain)) return `Trusted domains must not cover the domains of others: ${domain}`;
  if (isIpAddress(hostname)) return `Direct IPs are not valid for trusted domains in production mode: ${domain}`;
  if (protocol !== "https:") return `Trusted domains should be HTTPS: ${domain}`;
  // It is stored from before it would have been refused, and trusts nothing.
  return isTrustable(domain) ? undefined : isInvalid;
}

/** The part of a project's configuration that recommendations read. */
export interface ProtectionSettings {
  auth: { securityNotices: boolean; password: { allowSignIn: boolean; knownPasswords: string } };
}

/** Lists what a website needs to sign users in, and a project with hosted pages or backends alone does not. */
export function findDomainRecommendations({ domains }: DomainSettings): string[] {
  const isAnyTrusted = Object.values(domains.trustedDomains).some(({ baseUrl }) => baseUrl !== undefined);
  return isAnyTrusted
    ? []
    : [
        "No domain is trusted, so links of emails, providers and hosted pages lead back to no website, and passkeys work on none: add the website's domain",
      ];
}

/** Lists what protects a project's users and is off, as on the reference: nothing that production needs. */
export function findRecommendations({ auth }: ProtectionSettings): string[] {
  return [
    ...(auth.securityNotices
      ? []
      : ["Users get no email when a password, passkey or address of theirs changes, switch on auth.securityNotices"]),
    ...(auth.password.allowSignIn && auth.password.knownPasswords === "allow"
      ? ["Users may choose passwords that are common or were breached, set auth.password.knownPasswords to refuse"]
      : []),
  ];
}

/** The trusted domains that strangers can have one of. */
async function domainsOfOthers({ domains }: DomainSettings): Promise<string[]> {
  const trusted = Object.values(domains.trustedDomains).flatMap(({ baseUrl }) => baseUrl ?? []);
  const covers = await Promise.all(trusted.map(coversDomainsOfOthers));
  return trusted.filter((_, index) => covers[index]);
}

/** Refuses a configuration after which a project trusts domains that strangers can have, except those that `kept` trusts already. */
export async function refuseDomainsOfOthers(
  { fail }: Failing<typeof domainOfOthers>,
  changed: ConfigOverride,
  kept: ConfigOverride,
): Promise<void> {
  const known = new Set(await domainsOfOthers(renderConfig(kept)));
  const trusted = await domainsOfOthers(renderConfig(changed));
  const domain = trusted.find((each) => !known.has(each));
  if (domain !== undefined) fail(domainOfOthers, { domain });
}

/** Tells whether the host of a URL is an address; the URL standard writes those of IPv6 in brackets. */
function isIpAddress(hostname: string): boolean {
  return /^[\d.]+$|^\[/.test(hostname);
}
