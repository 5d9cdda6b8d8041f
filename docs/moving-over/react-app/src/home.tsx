import { type CurrentUser, SelectedTeamSwitcher, UserButton, useStackApp, useUser } from "@stackframe/react";
import { type FormEvent, useState } from "react";

export function Home() {
  const app = useStackApp();
  const user = useUser();
  if (user) return <Account user={user} />;
  return (
    <main>
      <h1>Notes</h1>
      <button type="button" onClick={() => void app.redirectToSignIn()}>
        Sign in
      </button>
      <SignUpForm />
    </main>
  );
}

function SignUpForm() {
  const app = useStackApp();
  const [error, setError] = useState<string | null>(null);
  async function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const result = await app.signUpWithCredential({
      email: String(fields.get("email")),
      password: String(fields.get("password")),
    });
    if (result.status === "error") setError(result.error.message);
  }
  return (
    <form onSubmit={(event) => void signUp(event)}>
      <input name="email" type="email" placeholder="Email" required />
      <input name="password" type="password" placeholder="Password" required />
      <button type="submit">Sign up</button>
      {error && <p role="alert">{error}</p>}
    </form>
  );
}

function Account({ user }: { user: CurrentUser }) {
  const app = useStackApp();
  const project = app.useProject();
  const teams = user.useTeams();
  const channels = user.useContactChannels();
  return (
    <main>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <p>
        {project.displayName}: {teams.length} teams, {channels.length} address
      </p>
      <ul>
        {teams.map((team) => (
          <li key={team.id}>{team.displayName}</li>
        ))}
      </ul>
      <UserButton />
      <SelectedTeamSwitcher />
      <button type="button" onClick={() => void user.setDisplayName("Ada")}>
        Call me Ada
      </button>
      <button type="button" onClick={() => void user.createTeam({ displayName: "Compilers" })}>
        New team
      </button>
      <button type="button" onClick={() => void user.signOut()}>
        Leave
      </button>
    </main>
  );
}
