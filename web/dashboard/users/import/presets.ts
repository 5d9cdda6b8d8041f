import { msg } from "../../translation/message";
import { type ImportField, importFields, type Mapping } from "./imported-users";

interface Preset {
  readonly label: string;
  /** Names of columns, without punctuation, that the files of no other system have together. */
  readonly signature: readonly string[];
  /** The field of each column, or null for one that is left out whatever its name suggests. */
  readonly columns: Readonly<Record<string, ImportField | null>>;
}

/** Columns of the files that other systems export their users to, and of our own. Names of products are not translated. */
export const presets = {
  gatehouse: {
    label: "Gatehouse",
    signature: ["primaryemailauthenabled", "haspassword"],
    columns: {},
  },
  clerk: {
    label: "Clerk",
    signature: ["primaryemailaddress", "passworddigest"],
    columns: {
      firstname: "given_name",
      lastname: "family_name",
      username: null,
      primaryemailaddress: "primary_email",
      verifiedemailaddresses: "primary_email_verified",
      passworddigest: "password_hash",
      publicmetadata: "client_read_only_metadata",
      unsafemetadata: "client_metadata",
      privatemetadata: "server_metadata",
    },
  },
  auth0: {
    label: "Auth0",
    signature: ["identities", "emailverified"],
    columns: {
      givenname: "given_name",
      familyname: "family_name",
      username: null,
      nickname: null,
      usermetadata: "client_metadata",
      appmetadata: "server_metadata",
    },
  },
  supabase: {
    label: "Supabase",
    signature: ["encryptedpassword", "rawusermetadata"],
    columns: {
      emailconfirmedat: "primary_email_verified",
      encryptedpassword: "password_hash",
      rawusermetadata: "client_metadata",
      rawappmetadata: "server_metadata",
    },
  },
  firebase: {
    label: "Firebase",
    signature: ["localid", "emailverified"],
    columns: {
      // Its scrypt is a variant of its own, with keys of the project.
      passwordhash: null,
      customattributes: "server_metadata",
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

/** Returns the system whose file has these columns; undefined for any other file. */
export function presetOf(columns: readonly string[]): PresetName | undefined {
  const names = new Set(columns.map(plain));
  return (Object.keys(presets) as PresetName[]).find((name) =>
    presets[name].signature.every((column) => names.has(column)),
  );
}

/** Names the columns of Firebase's CSV, which has no line of names, as its JSON does. Those between are of linked accounts. */
export const firebaseColumns: readonly string[] = [
  ...["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"],
  ...["Google", "Facebook", "Twitter", "GitHub"].flatMap((provider) =>
    ["ID", "email", "name", "photo"].map((part) => `${provider} ${part}`),
  ),
  ...["createdAt", "lastSignedInAt", "phoneNumber"],
];

/** Other names that files have for fields, without punctuation. */
const synonyms: Partial<Record<ImportField, readonly string[]>> = {
  display_name: ["name", "fullname", "username"],
  given_name: ["givenname", "firstname"],
  family_name: ["familyname", "lastname", "surname"],
  primary_email: ["email", "emailaddress", "mail"],
  primary_email_verified: ["emailverified", "verified", "isverified"],
  password_hash: ["passwordhash", "passworddigest", "hashedpassword", "encryptedpassword"],
  profile_image_url: ["picture", "avatar", "avatarurl", "photourl", "image", "imageurl"],
  client_metadata: ["publicmetadata", "usermetadata"],
  server_metadata: ["privatemetadata", "appmetadata", "metadata"],
};

/** The mapping that the names of the columns suggest; no field twice. */
export function suggestMapping(
  columns: readonly string[],
  preset: PresetName | null = presetOf(columns) ?? null,
): Mapping {
  const known: Preset["columns"] = preset ? presets[preset].columns : {};
  const taken = new Set<ImportField>(columns.flatMap((column) => known[plain(column)] ?? []));
  return columns.map((column) => {
    const name = plain(column);
    if (Object.hasOwn(known, name)) return known[name] ?? null;
    const field = importFields.find(
      (field) => !taken.has(field) && (plain(field) === name || synonyms[field]?.includes(name)),
    );
    if (field) taken.add(field);
    return field ?? null;
  });
}

/** Names of columns with times, which no user is created with. */
const times: readonly string[] = [
  "created",
  "createdat",
  "createdatmillis",
  "signedupat",
  "signedupatmillis",
  "signupdate",
  "updatedat",
  "lastactiveat",
  "lastactiveatmillis",
  "lastlogin",
  "lastloginat",
  "lastsigninat",
  "lastsignedinat",
];

/** Says of a column that is left out why it cannot be a field; undefined where it could be. */
export function reasonToLeaveOut(column: string, preset: PresetName | undefined) {
  const name = plain(column);
  if (times.includes(name)) return msg("Times cannot be imported: users have the one of their import.");
  if (preset === "firebase" && (name === "passwordhash" || name === "salt")) {
    return msg("Firebase’s hashes can be checked by Firebase alone: these users choose a new password by email.");
  }
  if (name === "haspassword") return msg("Exports have no passwords: these users choose a new one by email.");
  if (name === "suspendedat" || name === "suspendedatmillis") {
    return msg("Users come back unsuspended. Suspend them again after the import.");
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
