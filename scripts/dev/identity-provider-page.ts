/** The identity provider's sign-in page: any address will do. `emailHint` is filled in for the visitor. */
export function signInPage(emailHint: string): string {
  const email = emailHint.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Local identity provider</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
    background: light-dark(#fafafa, #09090b); }
  form { display: grid; gap: .75rem; width: min(22rem, 100% - 2rem); padding: 1.5rem; border: 1px solid var(--line);
    border-radius: .75rem; background: light-dark(#fff, #18181b); }
  h1 { margin: 0; font-size: 1.125rem; }
  p { margin: 0; color: light-dark(#71717a, #a1a1aa); }
  label { display: grid; gap: .25rem; }
  label.inline { display: flex; align-items: center; gap: .5rem; }
  input:not([type=checkbox]), button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
  button { cursor: pointer; }
  button[value=allow] { background: #4f46e5; border-color: #4f46e5; color: #fff; }
</style>
</head>
<body>
<form method="post">
  <h1>Sign in</h1>
  <p>This stands in for Google, GitHub and the rest. Sign in with any address.</p>
  <label>E-mail <input name="email" type="email" required autofocus value="${email}"></label>
  <label>Name <input name="name"></label>
  <label class="inline"><input name="email_verified" type="checkbox" checked> E-mail is verified</label>
  <button name="action" value="allow">Continue</button>
  <button name="action" value="deny" formnovalidate>Cancel</button>
</form>
</body>
</html>
`;
}
