import { plainName } from "./name-in-mail";

/** The letters of the name by which the internal project's mails are known. */
const installation = "gatehouse";

/** What looks like the letters of the installation's name, in lower case: of UTS #39 what common fonts show, small capitals and digits. */
const lookAlikes = {
  a: "4@ɑᴀαⲁаꭺᗅꓮ",
  e: "3℮ᴇεⲉеҽⴹꭼꓰ",
  g: "ɡɢᶃԍցꮐꓖ",
  h: "ʜηⲏнһհꮋꮒᕼꓧ",
  o: "0ᴏᴑοσⲟоօჿⵔꓳ",
  s: "5$ꜱƽѕꮪꮥꓢ",
  t: "7ᴛτⲧтꭲꓔ",
  u: "ᴜʋυսᑌꓴ",
};

const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, alike]) => [...alike].map((character) => [character, letter])),
);

/**
 * A project's name in its mails by the shared server, which come from the installation's own address: one that could be taken for the
 * installation's says that it is a project's. Anyone may have a project, and request mails to owners in it.
 */
export function nameBySharedServer({ id, displayName }: { id: string; displayName: string }): string {
  return id !== "internal" && resemblesInstallation(displayName) ? `Project “${plainName(displayName)}”` : displayName;
}

/** So many digits are a number to call. */
const misleadingDigits = /(?:\p{N}\P{N}*){7}/u;

/**
 * Whether what somebody calls a team, a key or themselves would speak for the installation in a mail from its own address, or give a
 * number to call: anyone may have one, and have mails sent to others in which it stands.
 */
export function isMisleading(chosen: string): boolean {
  return resemblesInstallation(chosen) || misleadingDigits.test(beginningOf(chosen));
}

function resemblesInstallation(name: string): boolean {
  const letters = beginningOf(name)
    .toLowerCase()
    .replace(/[^a-z]/gu, (character) => letterOf.get(character) ?? "");
  return letters.includes(installation);
}

function beginningOf(name: string): string {
  return name.slice(0, 1_000).normalize("NFKD");
}
