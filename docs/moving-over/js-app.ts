import { type CurrentUser, StackClientApp, StackServerApp } from "@stackframe/js";

// A program as it is written for `@stackframe/js`: what a website's scripts and its backend do with users. It prints what it
// sees, without ids, so that two runs can be compared.

const project = {
  baseUrl: process.env.API_URL,
  projectId: process.env.PROJECT_ID,
  publishableClientKey: process.env.PUBLISHABLE_CLIENT_KEY,
};
const stackServerApp = new StackServerApp({
  ...project,
  secretServerKey: process.env.SECRET_SERVER_KEY,
  tokenStore: null,
});

const seen: unknown[] = [];
const see = (what: string, value: unknown) => seen.push([what, value ?? null]);

function newVisitor() {
  return new StackClientApp({ ...project, tokenStore: "memory" });
}

function newAddress(name: string) {
  return `${name}-${crypto.randomUUID()}@example.com`;
}

function describeUser(user: CurrentUser) {
  const { displayName, primaryEmailVerified, hasPassword, isAnonymous, clientMetadata, signedUpAt } = user;
  return {
    displayName,
    primaryEmailVerified,
    hasPassword,
    isAnonymous,
    clientMetadata,
    signedUp: signedUpAt instanceof Date,
  };
}

async function signUpAndChangeAccount() {
  const app = newVisitor();
  const email = newAddress("ada");
  const password = "correct horse battery";
  const verificationCallbackUrl = "http://localhost:3000/handler/email-verification";
  const result = await app.signUpWithCredential({ email, password, verificationCallbackUrl, noRedirect: true });
  see("sign-up", result.status);
  const again = await newVisitor().signUpWithCredential({ email, password, verificationCallbackUrl, noRedirect: true });
  see("second sign-up", again.status === "error" ? again.error.errorCode : "ok");

  const user = await app.getUser({ or: "throw" });
  see("new user", describeUser(user));
  await user.setDisplayName("Ada");
  await user.update({ clientMetadata: { theme: "dark" } });
  const team = await user.createTeam({ displayName: "Compilers" });
  await user.setSelectedTeam(team);
  const changed = await app.getUser({ or: "throw" });
  see("changed user", describeUser(changed));
  see("selected team", changed.selectedTeam?.displayName);
  see("teams", (await changed.listTeams()).map(({ displayName }) => displayName).sort());
  await team.inviteUser({ email: newAddress("grace"), callbackUrl: "http://localhost:3000/handler/team-invitation" });
  see("invitations", (await team.listInvitations()).length);
  see("may invite", await changed.hasPermission(team, "$invite_members"));
  const channels = await changed.listContactChannels();
  see(
    "channels",
    channels.map(({ type, isPrimary, isVerified }) => ({ type, isPrimary, isVerified })),
  );
  see("sessions", (await changed.getActiveSessions()).length);
  const refused = await changed.updatePassword({ oldPassword: "wrong", newPassword: "another long password" });
  see("wrong old password", refused?.errorCode);
  see("new password", await changed.updatePassword({ oldPassword: password, newPassword: "another long password" }));

  const headers = await changed.getAuthHeaders();
  const request = new Request("http://localhost:3000/api", { headers });
  see("user of the request", (await stackServerApp.getUser({ tokenStore: request }))?.displayName);
  see("user of no session", await stackServerApp.getUser({ tokenStore: new Request("http://localhost:3000/api") }));

  await changed.signOut();
  see("after sign-out", await app.getUser());
  const wrong = await app.signInWithCredential({ email, password, noRedirect: true });
  see("sign-in with the old password", wrong.status === "error" ? wrong.error.errorCode : "ok");
  see(
    "sign-in",
    (await app.signInWithCredential({ email, password: "another long password", noRedirect: true })).status,
  );
  see("signed in", (await app.getUser())?.displayName);
}

async function administer() {
  const email = newAddress("linus");
  const user = await stackServerApp.createUser({
    primaryEmail: email,
    displayName: "Linus",
    serverMetadata: { plan: "pro" },
  });
  await user.update({ clientReadOnlyMetadata: { tier: 2 } });
  const read = await stackServerApp.getUser(user.id);
  see("read user", [read?.displayName, read?.serverMetadata, read?.clientReadOnlyMetadata]);
  see(
    "found users",
    (await stackServerApp.listUsers({ query: email })).map(({ displayName }) => displayName),
  );

  const team = await stackServerApp.createTeam({ displayName: "Kernel", creatorUserId: user.id });
  await team.update({ serverMetadata: { budget: 1 } });
  see(
    "members",
    (await team.listUsers()).map(({ displayName }) => displayName),
  );
  see("team", (await stackServerApp.getTeam(team.id))?.serverMetadata);

  const session = await user.createSession({ expiresInMillis: 60_000 });
  const { accessToken, refreshToken } = await session.getTokens();
  if (!accessToken || !refreshToken) throw new Error("The session has no tokens.");
  see("made session", (await newVisitor().getUser({ tokenStore: { accessToken, refreshToken } }))?.displayName);

  await team.delete();
  await user.delete();
  see("deleted user", await stackServerApp.getUser(user.id));
}

await signUpAndChangeAccount();
await administer();
console.log(JSON.stringify(seen, null, 2));
