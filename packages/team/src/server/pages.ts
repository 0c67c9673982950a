/** The pages that this server writes itself. The first is the same for everyone: what a link is for shows after its use. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The colours are those of the overlay, which the page at `/` has too. */
const style = `
:root { color-scheme: light dark; --ink: #18181b; --soft: #62626b; --paper: #fafafa; --card: #fff; --line: #e4e4e7; --act: #1d4ed8; --on-act: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #fafafa; --soft: #a6a6b0; --paper: #232327; --card: #18181b; --line: #3a3a41; --act: #93c5fd; --on-act: #18181b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; outline: none; }
p { margin: 0 0 20px; color: var(--soft); overflow-wrap: anywhere; }
p:last-child { margin-bottom: 0; }
button { width: 100%; min-height: 44px; border: 0; border-radius: 8px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
button:disabled { opacity: .6; cursor: default; }
label { display: block; margin-bottom: 4px; font-size: 14px; }
input { width: 100%; min-height: 44px; margin-bottom: 12px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; }
input:focus-visible { outline: 2px solid var(--act); outline-offset: 1px; }
a { color: var(--act); }
[hidden] { display: none; }
`;

export const joinScript = `
const invite = location.hash.slice(1);
// The link works once, but it should not stay in the history of a shared machine.
history.replaceState(null, '', location.pathname);
const title = document.querySelector('h1');
const text = document.querySelector('p');
const button = document.querySelector('button');
const say = (heading, words) => { title.textContent = heading; text.textContent = words; };
if (invite === '') {
  button.hidden = true;
  say('This link is not complete', 'Open the whole link that you were sent, including what follows the # sign.');
}
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const response = await fetch('join/use', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ invite }) });
    const answer = await response.json();
    if (response.status === 429) {
      button.disabled = false;
      text.textContent = answer.error + ' ' + answer.hint;
      return;
    }
    button.hidden = true;
    if (response.ok) {
      say('You are signed in as ' + answer.name, 'Project ' + answer.project + '. Open or reload the page that you want to comment on.');
      document.querySelector('a').hidden = false;
    }
    else say('You are not signed in', answer.error + ' ' + answer.hint);
    title.focus();
  } catch {
    button.disabled = false;
    text.textContent = 'The server did not answer. The link is not used up: try again.';
  }
});
`;

export const joinPage = pageWith(
  `<h1 tabindex="-1">Sign in to comment</h1>
<p role="status">This link signs this browser in. It works once.</p>
<button type="button">Sign in</button>
<a href="./" hidden>Show the comments of the project</a>`,
  `<script type="module">${joinScript}</script>`,
);

/** A page that only says something. Both texts may be of other people. */
export function messagePage(heading: string, text: string, link = ''): string {
  return pageWith(`<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(text)}</p>${link}`);
}

/** For a message page below `/sign-in`. */
export const homeLink = '\n<a href="/">Show the comments of the project</a>';

/** The page at `/`. Its script shows the projects, or what is here for those who are not signed in. */
export function homePage(hasProvider: boolean): string {
  return pageWith(
    `<div id="sign-in" hidden>
<h1 tabindex="-1">You are not signed in</h1>
<p>Open the link that an administrator of your project sent you: it signs this browser in, once. If it does not work any more, ask for a new one.</p>
${hasProvider ? providerForm : ''}</div>
<noscript><p>This page needs JavaScript.</p></noscript>`,
    '<script type="module" src="home/page.js"></script>',
    'Comments · annotate-mcp',
  );
}

const providerForm = `<form>
<label for="project">Project</label>
<input id="project" name="project" required maxlength="100" autocomplete="off" spellcheck="false">
<button type="submit">Sign in with your organisation</button>
</form>
`;

/** Its own script, and pictures that it has fetched. */
export const homePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  `style-src '${hashFor(style)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `Content-Security-Policy` of these pages: nothing but their own style, and this script. */
export function pagePolicy(script?: string): string {
  return [
    "default-src 'none'",
    // The icon, which is empty: browsers would ask for one.
    'img-src data:',
    ...(script === undefined ? [] : [`script-src '${hashFor(script)}'`, "connect-src 'self'"]),
    `style-src '${hashFor(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sends a page that no cache keeps and that tells no other site its address. */
export function sendPage(
  response: ServerResponse,
  html: Buffer,
  policy: string,
  { status = 200, cookies = [] }: { status?: number; cookies?: readonly string[] } = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Content-Length': html.length,
      ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
    })
    .end(html);
}

function pageWith(main: string, script = '', title = 'Sign in · annotate-mcp'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
${script}
</body>
</html>
`;
}

function hashFor(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
