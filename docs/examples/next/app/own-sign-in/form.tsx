"use client";

import { useActionState } from "react";
import { signInOrUp } from "../account/actions";

/** A form of the website's own for new users and returning ones, which a server action handles: it needs no scripts. */
export function OwnForm() {
  const [problem, sign] = useActionState(signInOrUp, null);
  return (
    <form action={sign}>
      <input name="email" aria-label="Email" type="email" autoComplete="username" required />
      <input name="password" aria-label="Password" type="password" autoComplete="current-password" required />
      <button type="submit">Sign in</button>
      <button type="submit" name="new" value="yes">
        Sign up
      </button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
