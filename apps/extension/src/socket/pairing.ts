/**
 * Finds the server of this machine by its bridge file, and asks the person whether to connect to it. A server whose key
 * was accepted once is connected to without a question.
 */
import { z } from 'zod';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';

import { readBridgeFile } from './bridge-file.ts';
import { checkServer } from './check-server.ts';
import { readStoredConnection, writeConnection } from './settings.ts';

/** A server that runs on this machine and that the person has not connected to. */
export interface Offer {
  readonly projectName: string;
  readonly url: string;
}

export interface PairingDeps {
  readonly isConnected: () => boolean;
  /** The offer has changed. */
  readonly onChange: () => void;
}

export class Pairing {
  readonly #deps: PairingDeps;
  #offer: Offer | null = null;
  #looking: Promise<void> | null = null;
  #mustLookAgain = false;

  constructor(deps: PairingDeps) {
    this.#deps = deps;
  }

  get offer(): Offer | null {
    return this.#offer;
  }

  /** Looks whether there is a server to ask about, and shows it on the extension's button. */
  look(): Promise<void> {
    // A look that is under way may have read the file before it changed.
    this.#mustLookAgain = true;
    this.#looking ??= this.#lookUntilCurrent().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookUntilCurrent(): Promise<void> {
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      await this.#find();
    }
  }

  /** Returns `null`, or what is wrong, written for the person. */
  async accept(): Promise<string | null> {
    const file = await readBridgeFile();
    if (file === null || (await checkServer(file)) !== 'proven') {
      await this.look();
      return 'The server has ended meanwhile. Start it again, and this question comes back.';
    }
    const { url, key } = file;
    await this.#show(null);
    await writeConnection({ url, key, mustProve: true });
    return null;
  }

  /** The person wants no question now: the popup still offers the server, but nothing draws attention to it. */
  async decline(): Promise<void> {
    const file = await readBridgeFile();
    if (file !== null) await rememberQuestion(await fingerprintOf(file.key), 'declined');
    await showBadge(null);
  }

  async #find(): Promise<void> {
    const file = this.#deps.isConnected() ? null : await readBridgeFile();
    const isNew = file !== null && (await readStoredConnection())?.key !== file.key;
    if (file === null || !isNew || (await checkServer(file)) !== 'proven') await this.#show(null);
    else await this.#ask(file);
  }

  async #ask({ projectName, url, key }: BridgeFile): Promise<void> {
    const fingerprint = await fingerprintOf(key);
    const answer = await questionOf(fingerprint);
    await this.#show({ projectName, url }, answer === 'declined');
    if (answer !== null) return;
    await rememberQuestion(fingerprint, 'asked');
    // Chrome opens it only in a window that has the focus; otherwise the badge asks.
    await chrome.action.openPopup().catch(() => undefined);
  }

  async #show(offer: Offer | null, isQuiet = false): Promise<void> {
    const hasChanged = JSON.stringify(offer) !== JSON.stringify(this.#offer);
    this.#offer = offer;
    await showBadge(isQuiet ? null : offer);
    if (hasChanged) this.#deps.onChange();
  }
}

const ownBadge = '?';

async function showBadge(offer: Offer | null): Promise<void> {
  // While connected the badge is used for other things.
  if (offer === null && (await chrome.action.getBadgeText({})) !== ownBadge) return;
  await chrome.action.setBadgeText({ text: offer === null ? '' : ownBadge });
  if (offer !== null) await chrome.action.setBadgeBackgroundColor({ color: '#3b82f6' });
  await chrome.action.setTitle({
    title: offer === null ? '' : `annotate-mcp: connect to ${offer.projectName}?`,
  });
}

const questionsSchema = z.record(z.string(), z.enum(['asked', 'declined']));
type Question = 'asked' | 'declined';

// Until the browser is closed: a person who said "Not now" yesterday may want it today.
async function readQuestions(): Promise<Record<string, Question>> {
  const parsed = questionsSchema.safeParse((await chrome.storage.session.get('questions')).questions);
  return parsed.success ? parsed.data : {};
}

async function questionOf(fingerprint: string): Promise<Question | null> {
  return (await readQuestions())[fingerprint] ?? null;
}

async function rememberQuestion(fingerprint: string, question: Question): Promise<void> {
  await chrome.storage.session.set({ questions: { ...(await readQuestions()), [fingerprint]: question } });
}

async function fingerprintOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
