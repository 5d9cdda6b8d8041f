import { signIn } from "../account/actions";

/** A form of the website's own, which a server action handles: it needs no scripts. */
export default function OwnSignIn() {
  return (
    <form action={signIn}>
      <input name="email" aria-label="Email" type="email" autoComplete="email" />
      <input name="password" aria-label="Password" type="password" autoComplete="current-password" />
      <button type="submit">Sign in</button>
    </form>
  );
}
