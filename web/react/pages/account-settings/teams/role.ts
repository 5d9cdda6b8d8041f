import type { PlainMessage } from "../../../../ui/translation/message";
import type { Translate } from "../../../../ui/translation/translate";

/** The permissions of the product itself, as what their holder may do. */
const abilities: Readonly<Record<string, PlainMessage>> = {
  $update_team: "changes the team",
  $delete_team: "deletes the team",
  $read_members: "sees the members",
  $remove_members: "removes members",
  $invite_members: "invites members",
  $manage_api_keys: "manages API keys",
};

/** Lists what new projects call their roles. */
const names: Readonly<Record<string, PlainMessage>> = { team_admin: "Admin", team_member: "Member" };

/**
 * A member's directly granted permissions in words: roles of the project by their names (`billing_manager` as "Billing
 * manager"), then single abilities.
 */
export function roleOf(permissionIds: readonly string[], t: Translate): string {
  const word = (words: typeof names, id: string) => words[id] && t(words[id]);
  const roles = permissionIds.filter((id) => !id.startsWith("$")).map((id) => word(names, id) ?? inWords(id));
  const single = permissionIds
    .filter((id) => id.startsWith("$"))
    .map((id) => word(abilities, id) ?? inWords(id.slice(1)));
  return capitalized([...roles, ...single].join(", ")) || t("No role");
}

function inWords(id: string): string {
  return capitalized(id.replace(/[_:]+/g, " ").trim()) || id;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
