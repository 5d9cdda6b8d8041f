import { app } from "../../gatehouse";

/** Only signed-in users get here: the proxy redirects others to the sign-in page, and so does `getUser`. */
export default async function Account() {
  const user = await app.getUser({ or: "redirect" });
  return (
    <main>
      <h1>Account of {user.displayName ?? user.primaryEmail}</h1>
      <a href={app.urls.accountSettings}>Settings</a>
    </main>
  );
}
