"use client";

import { UserButton, useUser } from "@gatehouse/kit/next";

export function Greeting() {
  const user = useUser();
  if (!user) return <p>The browser sees no user.</p>;
  return (
    <>
      <p>The browser sees {user.primaryEmail}.</p>
      <UserButton />
    </>
  );
}
