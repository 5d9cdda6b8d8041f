import type { CurrentServerUser } from "@gatehouse/kit/next";
import { Suspense } from "react";
import { app } from "../../gatehouse";
import { rename, signOut } from "./actions";

/** Only signed-in users get here: the proxy redirects others to the sign-in page. */
export default async function Account() {
  const user = await app.getUser({ or: "redirect" });
  return (
    <main>
      <h1>Account of {user.displayName ?? user.primaryEmail}</h1>
      <Suspense fallback={<p>Counting…</p>}>
        <Sessions user={user} />
      </Suspense>
      <form action={rename}>
        <input name="displayName" aria-label="Name" defaultValue={user.displayName ?? ""} />
        <button type="submit">Save</button>
      </form>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
      <a href={app.urls.accountSettings}>Settings</a>
    </main>
  );
}

/** Sent to the browser when it is ready, after the rest of the page. */
async function Sessions({ user }: { user: CurrentServerUser }) {
  const sessions = await user.getActiveSessions();
  return <p>Active sessions: {sessions.length}</p>;
}
