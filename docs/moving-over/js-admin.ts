import { StackAdminApp, StackClientApp } from "@stackframe/js";

// A program as it is written for `@stackframe/js`: what the scripts of a project's owner do. It prints what it sees, without ids,
// so that two runs can be compared.

const baseUrl = process.env.API_URL;
const stackInternalApp = new StackClientApp({
  baseUrl,
  projectId: "internal",
  publishableClientKey: process.env.INTERNAL_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "memory",
});

const seen: unknown[] = [];
const see = (what: string, value: unknown) => seen.push([what, value ?? null]);

const codeOf = (error: unknown) => (error instanceof Error && "errorCode" in error ? error.errorCode : String(error));

function newAddress(name: string) {
  return `${name}-${crypto.randomUUID()}@example.com`;
}

async function createProject() {
  const verificationCallbackUrl = `${process.env.WEB_URL}/handler/email-verification`;
  const password = "correct horse battery";
  const signedUp = await stackInternalApp.signUpWithCredential({
    email: newAddress("owner"),
    password,
    verificationCallbackUrl,
    noRedirect: true,
  });
  see("sign-up of the owner", signedUp.status);
  const owner = await stackInternalApp.getUser({ or: "throw" });
  const project = await owner.createProject({ displayName: "Shop", teamId: owner.selectedTeam?.id ?? "" });
  see(
    "owned projects",
    (await owner.listOwnedProjects()).map(({ displayName }) => displayName),
  );

  await project.update({
    description: "Sells things",
    config: {
      credentialEnabled: true,
      domains: [{ domain: "https://shop.example", handlerPath: "/handler" }],
      emailConfig: {
        type: "standard",
        host: process.env.MAIL_HOST ?? "",
        port: Number(process.env.MAIL_PORT),
        username: "shop",
        password: "a password",
        senderName: "Shop",
        senderEmail: "shop@example.com",
      },
    },
  });
  await project.updateConfig({ "dataVault.stores.secrets": { displayName: "Secrets" } });
  const { description, config } = await project.app.getProject();
  see("changed project", [description, config.domains, config.emailConfig]);
  see("data vault", (await project.getConfig()).dataVault);
  see(
    "to fix before production",
    (await project.getProductionModeErrors()).map(({ message }) => message),
  );

  const team = await owner.createTeam({ displayName: "Buyers" });
  await project.transfer(owner, team.id);
  see("transferred", (await project.app.getProject()).ownerTeamId === team.id);

  const keys = await project.app.createInternalApiKey({
    description: "Scripts",
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  });
  see(
    "keys",
    (await project.app.listInternalApiKeys()).map((each) => [each.description, each.isValid()]),
  );
  return new StackAdminApp({
    baseUrl,
    projectId: project.id,
    publishableClientKey: keys.publishableClientKey ?? "",
    secretServerKey: keys.secretServerKey ?? "",
    superSecretAdminKey: keys.superSecretAdminKey ?? "",
    tokenStore: null,
  });
}

const theme = `
import { Body, Html } from "@react-email/components";
export function EmailTheme({ children }) {
  return <Html><Body style={{ color: "#123456" }}>{children}</Body></Html>;
}`;

const template = `
import { type } from "arktype";
import { NotificationCategory, Subject } from "@stackframe/emails";
export const variablesSchema = type({ "place?": "string" });
export function EmailTemplate({ user, variables }) {
  return (
    <p>
      <Subject value="Hello" />
      <NotificationCategory value="Marketing" />
      Hello {user.displayName}, welcome to {variables.place ?? "here"}
    </p>
  );
}`;

async function writeAndSend(app: StackAdminApp) {
  see(
    "themes",
    (await app.listEmailThemes()).map(({ displayName }) => displayName),
  );
  const { id: themeId } = await app.createEmailTheme("Blue");
  await app.updateEmailTheme(themeId, theme);
  see("broken theme", await app.updateEmailTheme(themeId, "export const x = 1;").catch(codeOf));

  const { id: templateId } = await app.createEmailTemplate("Welcome");
  const { renderedHtml } = await app.updateEmailTemplate(templateId, template, themeId);
  see("template", renderedHtml);
  see(
    "templates",
    (await app.listEmailTemplates()).map(({ displayName }) => displayName),
  );
  see("preview", await app.getEmailPreview({ templateId, themeTsxSource: theme }));

  const { id: draftId } = await app.createEmailDraft({ displayName: "News", tsxSource: template });
  await app.updateEmailDraft(draftId, { displayName: "Better news", themeId: false });
  const ada = await app.createUser({ primaryEmail: newAddress("ada"), displayName: "Ada" });
  await app.sendEmail({ userIds: [ada.id], html: "<p>Hello</p>", subject: "Plain", themeId });
  await app.sendEmail({ allUsers: true, templateId, variables: { place: "Rome" } });
  await app.sendEmail({ userIds: [ada.id], draftId });
  see(
    "drafts",
    (await app.listEmailDrafts()).map((draft) => [draft.displayName, draft.themeId, draft.sentAt instanceof Date]),
  );
  const unknownId = crypto.randomUUID();
  see("unknown user", await app.sendEmail({ userIds: [unknownId], html: "" }).catch(codeOf));

  const emailConfig = (await app.getProject()).config.emailConfig;
  if (emailConfig?.type !== "standard") throw new Error("The project has no mail server.");
  see("test email", await app.sendTestEmail({ recipientEmail: newAddress("test"), emailConfig }));
  await app.sendSignInInvitationEmail(newAddress("guest"), "https://shop.example/welcome");
}

async function keepSecrets(app: StackAdminApp) {
  const store = await app.getDataVaultStore("secrets");
  const secret = "a secret of the backend";
  see("no value", await store.getValue("token", { secret }));
  await store.setValue("token", "t-1", { secret });
  see("value", await store.getValue("token", { secret }));
}

async function sell(app: StackAdminApp) {
  const project = await app.getProject();
  await project.updateConfig({
    "payments.items.credits": { displayName: "Credits", customerType: "user" },
    "payments.offers.pack": {
      displayName: "Pack",
      customerType: "user",
      serverOnly: false,
      stackable: true,
      prices: { once: { USD: "2.50", serverOnly: false } },
      includedItems: { credits: { quantity: 10, repeat: "never", expires: "never" } },
    },
  });
  const ada = await app.createUser({ primaryEmail: newAddress("ada"), displayName: "Ada" });
  const url = await ada.createCheckoutUrl({ offerId: "pack" });
  const fullCode = new URL(url).pathname.replace("/purchase/", "");
  await app.testModePurchase({ fullCode, priceId: "once", quantity: 2 });
  await app.createItemQuantityChange({ userId: ada.id, itemId: "credits", quantity: 5, description: "A gift" });
  const credits = await app.getItem({ userId: ada.id, itemId: "credits" });
  see("bought and given", [credits.displayName, credits.quantity, credits.nonNegativeQuantity]);
  see("too much", await credits.tryDecreaseQuantity(26));
  await credits.decreaseQuantity(27);
  const left = await ada.getItem("credits");
  see("less than nothing", [left.quantity, left.nonNegativeQuantity]);
  see("still less", await left.increaseQuantity(1).catch(codeOf));
  see("unknown item", await ada.getItem("none").catch(codeOf));
  const { transactions, nextCursor } = await app.listTransactions({
    type: "one_time",
    customerType: "user",
    limit: 10,
  });
  see("transactions", [
    nextCursor,
    transactions.map((transaction) => [transaction.offer_display_name, transaction.quantity, transaction.price]),
  ]);
}

const app = await createProject();
await writeAndSend(app);
await keepSecrets(app);
await sell(app);
console.log(JSON.stringify(seen, null, 2));
