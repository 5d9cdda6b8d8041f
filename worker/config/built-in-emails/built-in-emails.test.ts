import { describe, expect, it } from "vitest";
import { notices } from "./notices";
import { builtInTemplates, systemTemplateIds } from "./templates";
import { builtInThemes } from "./themes";

/** The variables that the system supplies to each of its emails. */
const variables = {
  emailVerification: ["emailVerificationLink"],
  passwordReset: ["passwordResetLink"],
  magicLink: ["magicLink", "otp"],
  teamInvitation: ["teamDisplayName", "teamInvitationLink"],
  signInInvitation: ["signInInvitationLink", "teamDisplayName"],
};

const allowedModules = ["react", "react/jsx-runtime", "@react-email/components", "arktype", "@stackframe/emails"];

function importsOf(source: string): (string | undefined)[] {
  return [...source.matchAll(/from "([^"]+)"/g)].map(([, module]) => module);
}

describe("built-in emails", () => {
  it.each(Object.entries(variables))("%s declares and uses the variables that it is sent with", (use, names) => {
    const source = builtInTemplates[systemTemplateIds[use as keyof typeof variables]]?.tsxSource ?? "";
    expect([...source.matchAll(/^ {2}(\w+): "string",$/gm)].map(([, name]) => name)).toEqual(names);
    for (const name of names) expect(source).toContain(`variables.${name}`);
    expect(source.match(/<Subject /g)).toHaveLength(1);
    expect(source.match(/<NotificationCategory value="Transactional" \/>/g)).toHaveLength(1);
    expect(source).toContain("export function EmailTemplate(");
    expect(source).toContain("EmailTemplate.PreviewVariables = {");
  });

  it("themes hold the email and offer to unsubscribe when there is a link for it", () => {
    for (const { tsxSource } of Object.values(builtInThemes)) {
      expect(tsxSource).toContain("export function EmailTheme({ children, unsubscribeLink, project }");
      expect(tsxSource).toContain("{children}");
      expect(tsxSource).toContain("EmailTheme.PreviewProps = {");
    }
  });

  it("import only what the renderer offers", () => {
    const changeable = [...Object.values(builtInThemes), ...Object.values(builtInTemplates)];
    for (const tsxSource of [...changeable.map((each) => each.tsxSource), ...Object.values(notices)]) {
      expect(importsOf(tsxSource).filter((module) => !allowedModules.includes(module ?? ""))).toEqual([]);
    }
  });
});
