import { describe, it } from "vitest";
import canadian from "../../web/ui/translation/catalogues/pages/fr-CA.json";
import french from "../../web/ui/translation/catalogues/pages/fr-FR.json";
import { messageId } from "../../web/ui/translation/message-id";
import list from "../../web/ui/translation/messages.json";

/** Returns what a catalogue has as a module, which has ids in the place of messages. */
function textIn(catalogue: object, message: string): unknown {
  return new Map(Object.entries(catalogue)).get(messageId(message));
}

describe("a catalogue as a module", () => {
  it("has the translations of its messages by their ids", ({ expect }) => {
    expect(textIn(french, "Add an email")).toBe("Ajouter une adresse e-mail");
    expect(french).not.toHaveProperty("Add an email");
  });

  it("of pages has the texts of the components as well", ({ expect }) => {
    expect(textIn(french, "Cancel")).toBe("Annuler");
  });

  it("of a variant has the rest from the language that it is a variant of", ({ expect }) => {
    expect(textIn(canadian, "Add an email")).toBe("Ajouter une adresse courriel");
    expect(textIn(canadian, "Delete the team?")).toBe("Supprimer l’équipe?");
    expect(textIn(canadian, "Cancel")).toBe("Annuler");
    expect(Object.keys(canadian)).toHaveLength(Object.keys(french).length);
  });

  it("of the list has all ids, without the notes for translators", ({ expect }) => {
    expect(textIn(list, "Sign in")).toBe("");
    expect(new Set(Object.values(list))).toEqual(new Set([""]));
    expect(Object.keys(list).toSorted()).toEqual(Object.keys(french).toSorted());
  });
});
