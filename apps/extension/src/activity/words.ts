/** Says in words what an agent did. The texts of pages in it are shown as text. */
import type { CommandType } from '@annotate-mcp/browser-protocol';

import { hideSecrets } from '../secrets/hide-secrets.ts';

/** What the words need of a command's params and result. */
export interface CommandFacts {
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` when the command was not done. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

interface Words {
  /** `Clicked`. */
  readonly done: string;
  /** `click`, for "Could not click". */
  readonly plain: string;
  readonly object?: (facts: CommandFacts) => string;
}

export function describeCommand(
  type: string,
  outcome: 'done' | 'failed' | 'refused',
  facts: CommandFacts,
): string {
  const words = wordsFor(type, facts);
  const object = words.object?.(facts) ?? '';
  const verb = {
    done: words.done,
    failed: `Could not ${words.plain}`,
    refused: `Was not allowed to ${words.plain}`,
  }[outcome];
  return object === '' ? verb : `${verb} ${object}`;
}

function wordsFor(type: string, { params }: CommandFacts): Words {
  if (type === 'click' && params.clickCount === 0)
    return { done: 'Pointed at', plain: 'point at', object: element };
  if (type === 'navigate' && typeof params.to === 'string') return moves[params.to] ?? moves.reload;
  const known: Readonly<Record<string, Words | undefined>> = wordsOf;
  // A command of a newer release: its name is words already.
  return (
    known[type] ?? { done: `Did “${type.replaceAll('_', ' ')}”`, plain: `do “${type.replaceAll('_', ' ')}”` }
  );
}

const moves: Readonly<Record<string, Words>> & { readonly reload: Words } = {
  back: { done: 'Went back', plain: 'go back' },
  forward: { done: 'Went forward', plain: 'go forward' },
  reload: { done: 'Reloaded the page', plain: 'reload the page' },
};

const wordsOf: Readonly<Partial<Record<CommandType, Words>>> = {
  create_tab: { done: 'Opened', plain: 'open', object: ({ params }) => host(params.url) },
  close_tab: { done: 'Closed the tab', plain: 'close the tab' },
  get_tabs: { done: 'Listed the tabs', plain: 'list the tabs' },
  navigate: { done: 'Went to', plain: 'go to', object: ({ params }) => address(params) },
  snapshot: { done: 'Read the page', plain: 'read the page' },
  screenshot: { done: 'Took a picture', plain: 'take a picture' },
  click: { done: 'Clicked', plain: 'click', object: element },
  scroll: { done: 'Scrolled', plain: 'scroll' },
  type: { done: 'Typed', plain: 'type', object: typed },
  upload: { done: 'Uploaded', plain: 'upload', object: uploaded },
  press_key: { done: 'Pressed', plain: 'press', object: ({ params }) => shorten(params.key, 30) },
  wait_for: { done: 'Waited', plain: 'see what it waited for' },
  execute_js: { done: 'Ran a script', plain: 'run a script' },
  inject_script: { done: 'Added a script', plain: 'add a script' },
  get_console: { done: 'Read the console', plain: 'read the console' },
  get_network: { done: 'Read the list of requests', plain: 'read the list of requests' },
  get_request: { done: 'Read a request', plain: 'read a request' },
  fill_form: { done: 'Filled in a form', plain: 'fill in a form' },
  get_performance: { done: 'Measured the page', plain: 'measure the page' },
  get_cookies: { done: 'Read cookies', plain: 'read cookies' },
  search_history: { done: 'Searched your history', plain: 'search your history' },
  emulate: { done: 'Changed how the page is shown', plain: 'change how the page is shown' },
  pdf: { done: 'Made a PDF', plain: 'make a PDF' },
};

function element({ result }: CommandFacts): string {
  return nameOf(result?.on);
}

/** `button "Save"` is “Save”; an element without a name is its role. */
function nameOf(on: unknown): string {
  if (typeof on !== 'string' || on === '') return '';
  const [, quoted] = /("(?:[^"\\]|\\.)*")$/.exec(on) ?? [];
  if (quoted !== undefined) return quote(unquote(quoted), 60);
  return on.startsWith('<') ? 'an element' : `the ${shorten(on, 40)}`;
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** What is secret is not repeated. */
function typed({ params, result }: CommandFacts): string {
  const into = nameOf(result?.on);
  const where = into === '' ? '' : ` into ${into}`;
  if (result === null) return '';
  // Typing that goes to no field has no value either.
  if (result.value === null) return String(result.on).startsWith('textbox') ? `a secret${where}` : 'keys';
  return `${quote(hideSecrets(String(params.text)), 40)}${where}`;
}

function uploaded({ params }: CommandFacts): string {
  const files = Array.isArray(params.files) ? params.files : [];
  const names = files.map((file: unknown) =>
    typeof file === 'object' && file !== null && 'name' in file ? String(file.name) : 'a file',
  );
  return names.length === 1 ? quote(names[0] ?? '', 40) : `${names.length} files`;
}

function address({ to }: Readonly<Record<string, unknown>>): string {
  return typeof to === 'object' && to !== null && 'url' in to ? host(to.url) : '';
}

function host(url: unknown): string {
  if (typeof url !== 'string') return '';
  return shorten(hostOf(url), 60);
}

/** The host of an address, or what there is instead: `about:blank`. */
export function hostOf(url: string): string {
  const host = URL.parse(url)?.host ?? '';
  return host === '' ? url : host;
}

function quote(text: string, most: number): string {
  return `“${shorten(text, most)}”`;
}

function shorten(text: unknown, most: number): string {
  if (typeof text !== 'string') return '';
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
