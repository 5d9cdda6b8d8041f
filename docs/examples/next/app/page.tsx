import Link from "next/link";
import { app } from "../gatehouse";
import { Greeting } from "./greeting";

export default async function Home() {
  const user = await app.getUser();
  return (
    <main>
      <h1>Next.js</h1>
      <p>The server sees {user ? user.primaryEmail : "no user"}.</p>
      <Greeting />
      {!user && <a href="/handler/sign-in">Sign in</a>} <Link href="/account">Account</Link>
    </main>
  );
}
