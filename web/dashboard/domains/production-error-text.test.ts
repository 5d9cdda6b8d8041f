import { expect, it } from "vitest";
import { findProductionModeErrors } from "../../../worker/features/projects/production-mode";
import { english } from "../translation/english";
import { allowLocalhostId, domainRowId, fixedIn, productionErrorText } from "./production-error-text";

it("knows every text of the server, and shows any other one as it is", async () => {
  const domains = [
    "localhost",
    "https://a.test:x",
    "http://localhost",
    "https://*.com",
    "https://192.0.2.1",
    "http://a.test",
  ];
  const trustedDomains = Object.fromEntries(domains.map((baseUrl) => [baseUrl, { baseUrl }]));
  const errors = await findProductionModeErrors({ domains: { allowLocalhost: true, trustedDomains } });
  expect(errors).toHaveLength(7);
  for (const error of errors) expect(productionErrorText(error, english)).not.toContain(error);
  expect(errors.map(fixedIn)).toEqual([allowLocalhostId, ...domains.sort().map(domainRowId)]);
  expect(productionErrorText("Something new", english)).toBe("Something new.");
  expect(fixedIn("Something new")).toBeUndefined();
});
