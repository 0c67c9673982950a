/** The service worker's part of the questions and settings: takes them from the extension's own pages, and no others. */
import type { ConsentStore } from './consent-store.ts';
import type { Gate } from './gate.ts';
import { consentChanged, type ConsentRequest, consentRequestSchema, type ConsentView } from './messages.ts';
import { neverDriven } from './never-driven.ts';
import type { Questions } from './questions.ts';
import { neverPatterns } from './settings.ts';
import { parsePattern } from './site-pattern.ts';

export interface ConsentDeps {
  readonly store: ConsentStore;
  readonly questions: Questions;
  readonly gate: Pick<Gate, 'answer'>;
}

/** Pages of the extension on which the person answers and decides. */
const pages = ['popup.html', 'options.html'];

export function serveConsent(deps: ConsentDeps): void {
  chrome.runtime.onMessage.addListener((raw, sender, reply: (view: ConsentView) => void) => {
    const request = consentRequestSchema.safeParse(raw);
    if (!request.success || !isOwnPage(sender)) return false;
    void handle(request.data, deps).then(async (problem) => reply(await viewOf(deps, problem)));
    return true;
  });
}

export function notifyConsentPages(): void {
  // Rejects while none is open.
  chrome.runtime.sendMessage(consentChanged).catch(() => undefined);
}

/** The extension's scripts in web pages can send messages too; those come from the page's origin and address. */
function isOwnPage({ id, origin, url, frameId = 0 }: chrome.runtime.MessageSender): boolean {
  if (id !== chrome.runtime.id || origin !== location.origin || frameId !== 0) return false;
  const page = URL.parse(url ?? '');
  return page?.origin === location.origin && pages.includes(page.pathname.slice(1));
}

async function viewOf({ store, questions }: ConsentDeps, problem: string | null): Promise<ConsentView> {
  await Promise.all([store.ready, questions.ready]);
  const { consent, tabs } = store;
  return { questions: questions.open, consent, tabs, never: neverPatterns(consent), problem };
}

/** Returns `null`, or what is wrong, written for the person. */
async function handle(
  request: ConsentRequest,
  { store, questions, gate }: ConsentDeps,
): Promise<string | null> {
  await Promise.all([store.ready, questions.ready]);
  switch (request.type) {
    case 'consent:look':
      return null;
    case 'consent:answer':
      return (await gate.answer(request.id, request)) ? null : 'This question is not open any more.';
    case 'consent:mode':
      await store.update((consent) => ({ ...consent, mode: request.mode }));
      return null;
    case 'consent:read-only':
      await store.update((consent) => ({ ...consent, readOnly: request.readOnly }));
      return null;
    case 'consent:site':
      await store.setSiteDecision(request.site, request.permission, request.standing);
      return null;
    case 'consent:forget-site':
      await store.forgetSite(request.site);
      return null;
    case 'consent:never-add':
      return addNever(request.pattern.trim(), store);
    case 'consent:never-remove':
      await removeNever(request.pattern, store);
      return null;
  }
}

async function addNever(pattern: string, store: ConsentStore): Promise<string | null> {
  if (parsePattern(pattern) === null) return `"${pattern}" is not a site. Type one like example.com.`;
  await store.update((consent) => ({
    ...consent,
    neverAdded: neverDriven.includes(pattern)
      ? consent.neverAdded
      : [...new Set([...consent.neverAdded, pattern])],
    neverRemoved: consent.neverRemoved.filter((each) => each !== pattern),
  }));
  return null;
}

async function removeNever(pattern: string, store: ConsentStore): Promise<void> {
  await store.update((consent) => ({
    ...consent,
    neverAdded: consent.neverAdded.filter((each) => each !== pattern),
    neverRemoved: neverDriven.includes(pattern)
      ? [...new Set([...consent.neverRemoved, pattern])]
      : consent.neverRemoved,
  }));
}
