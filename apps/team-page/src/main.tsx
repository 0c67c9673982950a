/** The entry: draws the page, or shows how to sign in. */
import { render } from 'preact';

import { viewIn } from './address.ts';
import { startApp } from './app.ts';
import { followKeys } from './keys.ts';
import type { PageState, SignedOut } from './state.ts';
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
  if (state.signedOut !== null) showSignIn(state.signedOut);
  else render(<Page app={app} state={state} root={root} />, root);
};
app.states.subscribe((state) => draw(state));
draw(app.states.get());

function titleOf({ view, open, signedOut }: PageState): string {
  if (signedOut !== null) return 'Sign in · annotate-mcp';
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
function showSignIn(signedOut: SignedOut): void {
  render(null, root);
  root.hidden = true;
  document.adoptedStyleSheets = [];
  if (signIn?.hidden !== true) return;
  signIn.hidden = false;
  if (signInStyle?.sheet) signInStyle.sheet.disabled = false;
  signIn.querySelector<HTMLElement>('#sign-in')?.removeAttribute('hidden');
  sayWhy(signIn, signedOut);
  const field = signIn.querySelector('input');
  if (field) field.value = viewIn(location.search).project ?? '';
  signIn.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    location.assign(`sign-in?project=${encodeURIComponent(field?.value ?? '')}`);
  });
}

/** The HTML has the words for a person who was not signed in before. */
function sayWhy(signIn: HTMLElement, { reason, hasUnsent }: SignedOut): void {
  const title = signIn.querySelector('h1');
  const words = endWords[reason];
  if (words !== null) {
    const why = document.createElement('p');
    why.textContent = hasUnsent ? `${words.text} ${unsentWords}` : words.text;
    title?.replaceChildren(words.title);
    // The link that the HTML speaks of has been used.
    signIn.querySelector('p')?.replaceChildren(againWords);
    title?.after(why);
  }
  title?.focus();
}

const endWords: Readonly<Record<SignedOut['reason'], { title: string; text: string } | null>> = {
  unknown: null,
  here: { title: 'You are signed out', text: 'The session of this browser has ended, in all its tabs.' },
  ended: {
    title: 'You are not signed in any more',
    text: 'You signed out in another tab of this browser, or your access has ended.',
  },
};

const againWords = 'To sign in again, ask an administrator of your project for a new link: each works once.';
const unsentWords = 'What was not sent yet is kept here, and is sent when you sign in again in this browser.';
