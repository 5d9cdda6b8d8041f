/**
 * The mailbox's page: a list of emails beside the chosen one. It polls the JSON interface every two seconds. An
 * email's HTML runs in a sandboxed frame (no script, no access to the page); its links open in a new tab.
 */
export const MAILBOX_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Mailbox</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#e4e4e7, #27272a); --soft: light-dark(#71717a, #a1a1aa);
    --page: light-dark(#fafafa, #09090b); --sheet: light-dark(#fff, #18181b); --chosen: light-dark(#eef2ff, #1e1b4b); }
  * { box-sizing: border-box; }
  body { margin: 0; height: 100dvh; display: grid; grid-template: auto 1fr / minmax(16rem, 24rem) 1fr;
    font: 14px/1.45 system-ui, sans-serif; background: var(--page); }
  header { grid-column: 1 / -1; display: flex; gap: 1rem; align-items: center; padding: .75rem 1rem;
    border-bottom: 1px solid var(--line); background: var(--sheet); }
  h1 { font-size: 1rem; margin: 0; }
  #count { color: var(--soft); margin-right: auto; }
  button { font: inherit; color: inherit; cursor: pointer; background: none; border: 1px solid var(--line); border-radius: .5rem; }
  header button, #part { padding: .3rem .75rem; }
  #part { margin-top: .5rem; }
  #part[aria-pressed="true"] { background: var(--chosen); }
  :focus-visible { outline: 2px solid #6366f1; outline-offset: -2px; }
  #list { list-style: none; margin: 0; padding: 0; overflow: auto; border-right: 1px solid var(--line); }
  #list button { display: block; width: 100%; text-align: left; padding: .75rem 1rem; border: 0; border-radius: 0;
    border-bottom: 1px solid var(--line); }
  #list button[aria-current] { background: var(--chosen); }
  #list strong, #list span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  #list span, dl { color: var(--soft); }
  main { display: flex; flex-direction: column; min-width: 0; background: var(--sheet); }
  main > div { padding: 1rem; border-bottom: 1px solid var(--line); }
  h2 { margin: 0 0 .25rem; font-size: 1.125rem; }
  dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { flex: 1; border: 0; width: 100%; background: #fff; color-scheme: light; }
  #empty { margin: auto; color: var(--soft); padding: 2rem; text-align: center; }
  [hidden] { display: none !important; }
  @media (max-width: 45rem) { body { grid-template: auto minmax(6rem, 35%) 1fr / 1fr; }
    #list { border-right: 0; border-bottom: 1px solid var(--line); } }
</style>
</head>
<body>
<header><h1>Mailbox</h1><span id="count" role="status"></span><button id="clear" type="button">Delete all</button></header>
<ul id="list" aria-label="Emails"></ul>
<main>
  <p id="empty">Emails that Gatehouse sends appear here. None of them leaves this machine.</p>
  <div id="head" hidden><h2 id="subject"></h2><dl><dt>From</dt><dd id="from"></dd><dt>To</dt><dd id="to"></dd>
    <dt>Received</dt><dd id="received"></dd></dl>
    <button id="part" type="button" aria-pressed="false">Plain text</button></div>
  <iframe id="body" title="Email" sandbox="allow-popups allow-popups-to-escape-sandbox" hidden></iframe>
</main>
<script type="module">
const element = (id) => document.getElementById(id);
let emails = [];
let chosen;
let isPlain = false;

const escape = (text) => text.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
const plainText = (text) => "<pre style='white-space:pre-wrap;font:14px/1.5 system-ui'>" +
  escape(text).replace(/https?:[^\\s&]+(?:&#38;[^\\s&]+)*/g, (url) => "<a href='" + url + "'>" + url + "</a>") + "</pre>";

function showEmail(email) {
  chosen = email?.id;
  element("empty").hidden = Boolean(email);
  element("head").hidden = element("body").hidden = !email;
  for (const button of element("list").querySelectorAll("button")) {
    button.toggleAttribute("aria-current", Number(button.dataset.id) === chosen);
  }
  if (!email) return;
  element("subject").textContent = email.subject || "(no subject)";
  element("from").textContent = email.from;
  element("to").textContent = email.to.join(", ");
  element("received").textContent = new Date(email.receivedAt).toLocaleString();
  const page = "<base target='_blank'>" + (email.html && !isPlain ? email.html : plainText(email.text));
  // The frame would load what it shows again, and a click in it meanwhile would be lost.
  if (element("body").srcdoc !== page) element("body").srcdoc = page;
  element("part").hidden = !email.html || !email.text;
  element("part").setAttribute("aria-pressed", String(isPlain));
}

function listEntry(email) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = email.id;
  const subject = document.createElement("strong");
  subject.textContent = email.subject || "(no subject)";
  const recipients = document.createElement("span");
  recipients.textContent = email.to.join(", ");
  button.append(subject, recipients);
  button.addEventListener("click", () => showEmail(email));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

async function refresh() {
  const response = await fetch("/api/mails").catch(() => undefined);
  if (!response) return;
  const news = await response.json();
  if (news.length === emails.length && news[0]?.id === emails[0]?.id) return;
  emails = news;
  element("count").textContent = emails.length === 1 ? "1 email" : emails.length + " emails";
  element("list").replaceChildren(...emails.map(listEntry));
  const current = emails.find((email) => email.id === chosen);
  if (current) showEmail(current);
  else showEmail(emails[0]);
}

element("part").addEventListener("click", () => {
  isPlain = !isPlain;
  showEmail(emails.find((email) => email.id === chosen));
});
element("clear").addEventListener("click", async () => {
  await fetch("/api/mails", { method: "DELETE" });
  await refresh();
});
element("count").textContent = "0 emails";
await refresh();
setInterval(refresh, 2000);
</script>
</body>
</html>
`;
