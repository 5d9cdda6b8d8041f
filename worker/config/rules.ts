import { isSealed } from "../platform/sealing";
import type { Rule } from "./settings";
import { isSystemPermission } from "./system-permissions";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** The form of HTML's e-mail field. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const notEmpty: Rule<string> = (value, name) => (value === "" ? `${name} must not be empty` : null);

export function atMost(length: number): Rule<string> {
  return (value, name) => (value.length > length ? `${name} must be at most ${length} characters` : null);
}

export const email: Rule<string> = (value, name) => (emailPattern.test(value) ? null : `${name} must be a valid email`);

export const uuid: Rule<string> = (value, name) => (uuidPattern.test(value) ? null : `${name} is invalid`);

export const port: Rule<number> = (value, name) => {
  if (value < 0) return `${name} must be greater than or equal to 0`;
  if (value > 65535) return `${name} must be less than or equal to 65535`;
  return Number.isInteger(value) ? null : `${name} must be an integer`;
};

/** Only we seal: a caller's text in the sealed form would be stored as it is, and opened as if we had written it. */
export const notSealed: Rule<string> = (value, name) =>
  isSealed(value) ? `${name} must not begin like a sealed secret` : null;

export const handlerPath: Rule<string> = (value) => (value.startsWith("/") ? null : handlerPathMessage);
export const handlerPathMessage = "Handler path must start with /";

/** An http(s) URL whose host may have `*` (a run without dots) and `**` (any run) in it; nothing else of it may. */
export const trustedUrl: Rule<string> = (value, name) => {
  if (/\s/.test(value)) return `${name} contains spaces`;
  // Only what surely is the host: neither a user name before `@`, nor what stands before a backslash, which URLs read as `/`.
  const concrete = value.replace(/(?<=^https?:\/\/)[^/?#@\\]*(?=[/?#]|$)/, (host) => host.replace(/\*{1,2}/g, "x"));
  const host = URL.canParse(concrete) ? new URL(concrete).hostname : "";
  const isValid = /^https?:\/\//.test(value) && !concrete.includes("*") && isHostName(host);
  return isValid ? null : `${name} is not a valid URL or wildcard URL pattern`;
};

function isHostName(host: string): boolean {
  return /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(host) && !/^\.|\.$|\.\./.test(host);
}

/** An id that the owner chooses. `kind` begins the sentence, as in `offerId must start with …`. */
export function chosenId(kind: string): Rule<string> {
  return (key) => {
    if (key.length > 63) return `${kind}Id must be at most 63 characters`;
    return /^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(key)
      ? null
      : `${kind}Id must start with a letter, underscore, or number, and contain only letters, numbers, underscores, and hyphens`;
  };
}

/** As `chosenId`, and also the random ids under which the project object's `domains` are stored. */
export const trustedDomainId: Rule<string> = (key, name) =>
  uuid(key, name) === null ? null : chosenId("trustedDomain")(key, name);

export const uuidKey: Rule<string> = (key, name) => (uuidPattern.test(key) ? null : `${name} must be a valid UUID`);

/** The form of the ids of permissions and of provider configurations; `$` begins what the system itself defines. */
export const permissionId: Rule<string> = (key) =>
  /^\$?[a-z0-9_:]+$/.test(key)
    ? null
    : 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed';

/** The id of a permission that can be granted or contained: one that the owner defines, or the system's. */
export const grantedPermissionId: Rule<string> = (key, name) =>
  key.startsWith("$") && !isSystemPermission(key) ? "Invalid system permission" : permissionId(key, name);

/** The id of a permission that the owner defines. */
export const customPermissionId: Rule<string> = (key) =>
  /^[a-z0-9_:]+$/.test(key) ? null : 'Only lowercase letters, numbers, ":", "_" are allowed';

/** An amount of money as decimal text. */
export function money(currency: string, decimals: number): Rule<string> {
  return (value) => {
    const parts = /^(\d+)(?:\.(\d+))?$/.exec(value);
    if (!parts) return "Money amount must be in the format of <number> or <number>.<number>";
    const [, whole = "", fraction = ""] = parts;
    if (fraction.length > decimals) return `Too many decimals; ${currency} only has ${decimals} decimals`;
    return whole.length > 1 && whole.startsWith("0") ? "Money amount must not have leading zeros" : null;
  };
}
