import { describe, it } from "vitest";
import { dashboardMessages, textsIn } from "./dashboard-messages";

describe("the texts of a module", () => {
  it("are the literals that it hands to t, t.rich and msg, in the order of its source", ({ expect }) => {
    const source = `
      const label = msg("Newest first");
      export const Page = () => {
        const t = useTranslation();
        return <p title={t("Users")}>{t.rich("Read <link>the guide</link>.", { link: (text) => <a>{text}</a> })}</p>;
      };`;
    expect(textsIn(source)).toEqual(["Newest first", "Users", "Read <link>the guide</link>."]);
  });

  it("are both of a choice, and those within values", ({ expect }) => {
    const source = `t(isOpen ? "Close" : (isNew ? "Create" : "Open")); t("{name} is {state}", { name, state: t("on") });`;
    expect(textsIn(source, false)).toEqual(["Close", "Create", "Open", "{name} is {state}", "on"]);
  });

  it("are none of other functions, nor what is only known once it runs", ({ expect }) => {
    expect(textsIn(`t(label); it("works"); other.t("x"); rich("y"); console.log("z");`, false)).toEqual([]);
  });

  it("of the dashboard are in alphabetical order, each once", ({ expect }) => {
    const texts = dashboardMessages();
    expect(texts).toContain("All projects");
    expect(texts).toEqual([...new Set(texts)].sort((one, other) => one.localeCompare(other, "en")));
  });
});
