/** The entry: draws the page, or shows how to sign in. */
import { render } from 'preact';

import { viewIn } from './address.ts';
import { startApp } from './app.ts';
import { followKeys } from './keys.ts';
import type { PageState } from './state.ts';
import { Page } from './ui/page.tsx';
import { createPageStyles } from './ui/styles.ts';

const signIn = document.querySelector('main');
const signInStyle = document.querySelector('style');
const root = document.createElement('div');
root.className = 'nga-root team-page';
document.body.append(root);
const sheets = createPageStyles();
showApp();
const app = startApp();
followKeys(app, root);
const draw = (state: PageState) => {
  document.title = titleOf(state);
  if (state.signedOut) showSignIn();
  else render(<Page app={app} state={state} root={root} />, root);
};
app.states.subscribe((state) => draw(state));
draw(app.states.get());

function titleOf({ view, open, signedOut }: PageState): string {
  if (signedOut) return 'Sign in · annotate-mcp';
  const unread = open?.unread.size ?? 0;
  return `${unread > 0 ? `(${unread}) ` : ''}${view.project ?? 'Comments'} · annotate-mcp`;
}

/** The HTML has the part for people who are not signed in, with rules of its own. */
function showApp(): void {
  document.adoptedStyleSheets = sheets;
  if (signIn) signIn.hidden = true;
  if (signInStyle?.sheet) signInStyle.sheet.disabled = true;
}

/** A provider is asked about one project. */
function showSignIn(): void {
  render(null, root);
  root.hidden = true;
  document.adoptedStyleSheets = [];
  if (signIn?.hidden !== true) return;
  signIn.hidden = false;
  if (signInStyle?.sheet) signInStyle.sheet.disabled = false;
  signIn.querySelector<HTMLElement>('#sign-in')?.removeAttribute('hidden');
  signIn.querySelector('h1')?.focus();
  const field = signIn.querySelector('input');
  if (field) field.value = viewIn(location.search).project ?? '';
  signIn.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    location.assign(`sign-in?project=${encodeURIComponent(field?.value ?? '')}`);
  });
}
