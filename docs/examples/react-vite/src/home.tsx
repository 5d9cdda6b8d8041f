import { UserButton, useStackApp, useUser } from "@gatehouse/kit/react";

export function Home() {
  const app = useStackApp();
  const user = useUser();
  if (!user) {
    return (
      <main>
        <h1>React and Vite</h1>
        <a href={app.urls.signIn}>Sign in</a> or <a href={app.urls.signUp}>sign up</a>
      </main>
    );
  }
  return (
    <main>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <UserButton />
    </main>
  );
}
