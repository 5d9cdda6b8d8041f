"use client";

import { useUser } from "@gatehouse/kit/next";

export function Greeting() {
  const user = useUser();
  return user ? <p>The browser sees {user.primaryEmail}.</p> : <p>The browser sees no user.</p>;
}
