/** How many domains a project can trust. Each of them is compared with every callback URL. */
export const maxTrustedDomains = 100;
