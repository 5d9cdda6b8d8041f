// A file of its own rather than an inline script, so that the content security policy needs no exception.
try {
  const theme = localStorage.getItem("gatehouse-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some privacy modes: follow the system.
}

// The dashboard begins with the skeleton of a page, which `web/ui/layout/frame-skeleton.ts` takes away.
const [, section, project] = location.pathname.split("/");
if (section === "projects") document.documentElement.dataset.skeleton = project ? "project" : "projects";

// Whoever is signed in is probably led on: the form that the document has is for others.
if (section === "handler") {
  const id = new URLSearchParams(location.search).get("project_id") ?? "internal";
  if (document.cookie.includes(`stack-refresh-${id}=`)) document.documentElement.dataset.signedIn = "";
}

// The form can be typed into once it is there. In a frame the focus stays with the website: browsers complain of `autofocus` there.
if (section === "handler" && window.top === window) {
  const focusForm = () => document.querySelector("form input[type=email]")?.focus();
  document.addEventListener("readystatechange", focusForm, { once: true });
}
