/** Says in words what an agent wants to do, and what it did. The texts of pages in it are shown as text. */
import type { CommandType } from '@annotate-mcp/browser-protocol';
import { isCommandType } from '@annotate-mcp/browser-protocol/schema';

import { hideSecrets } from '../secrets/hide-secrets.ts';

/** What the words need of a command's params and result. */
export interface CommandFacts {
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` when the command was not done. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

interface Words {
  /** `Click on the page.`, in the question to the person. */
  readonly wants: string;
  /** `Clicked`. */
  readonly done: string;
  /** `click`, for "Could not click". */
  readonly plain: string;
  readonly object?: (facts: CommandFacts) => string;
}

/** What a question to the person says, with the code that is to run. */
export function describeWish(type: CommandType, params: object): { wants: string; code?: string } {
  const code = codeIn(type, params);
  return { wants: wordsOf[type].wants, ...(code !== undefined && { code }) };
}

function codeIn(type: CommandType, params: object): string | undefined {
  if (type === 'execute_js' && 'code' in params) return cutOff(String(params.code));
  if (type === 'inject_script' && 'source' in params) return cutOff(String(params.source));
  return undefined;
}

const maxCode = 4_000;

function cutOff(code: string): string {
  const more = code.length - maxCode;
  return more <= 0 ? code : `${code.slice(0, maxCode)}\n… and ${more} more characters`;
}

/** What the log of activity says. `type` is not known where the server is of a newer release. */
export function describeDeed(
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

function wordsFor(type: string, { params }: CommandFacts): Omit<Words, 'wants'> {
  if (type === 'navigate' && typeof params.to === 'string') return moves[params.to] ?? moves.reload;
  if (isCommandType(type)) return wordsOf[type];
  // A command of a newer release: its name is words already.
  const name = `“${type.replaceAll('_', ' ')}”`;
  return { done: `Did ${name}`, plain: `do ${name}` };
}

type Move = Pick<Words, 'done' | 'plain'>;

const moves: Readonly<Record<string, Move>> & { readonly reload: Move } = {
  back: { done: 'Went back', plain: 'go back' },
  forward: { done: 'Went forward', plain: 'go forward' },
  reload: { done: 'Reloaded the page', plain: 'reload the page' },
};

/** A full record: a new command does not compile without its words. */
const wordsOf: Readonly<Record<CommandType, Words>> = {
  create_tab: {
    wants: 'Open a page of it in a new tab.',
    done: 'Opened',
    plain: 'open',
    object: ({ params }) => host(params.url),
  },
  close_tab: { wants: 'Close the tab.', done: 'Closed the tab', plain: 'close the tab' },
  get_tabs: { wants: 'List the tabs.', done: 'Listed the tabs', plain: 'list the tabs' },
  navigate: {
    wants: 'Go to another page.',
    done: 'Went to',
    plain: 'go to',
    object: ({ params }) => address(params),
  },
  get_accessibility_tree: { wants: 'Read the page.', done: 'Read the page', plain: 'read the page' },
  screenshot: { wants: 'Take a picture of the page.', done: 'Took a picture', plain: 'take a picture' },
  click: { wants: 'Click on the page.', done: 'Clicked', plain: 'click', object: element },
  hover: { wants: 'Point at something on the page.', done: 'Pointed at', plain: 'point at', object: element },
  drag: { wants: 'Drag something on the page.', done: 'Dragged', plain: 'drag', object: element },
  scroll: { wants: 'Scroll the page.', done: 'Scrolled', plain: 'scroll' },
  type: { wants: 'Type into the page.', done: 'Typed', plain: 'type', object: typed },
  upload: { wants: 'Upload a file to it.', done: 'Uploaded', plain: 'upload', object: uploaded },
  press_key: {
    wants: 'Press a key in the page.',
    done: 'Pressed',
    plain: 'press',
    object: ({ params }) => shorten(params.key, 30),
  },
  wait_for: { wants: 'Wait for something on the page.', done: 'Waited', plain: 'see what it waited for' },
  execute_js: { wants: 'Run this code in the page:', done: 'Ran a script', plain: 'run a script' },
  inject_script: { wants: 'Run this script in the page:', done: 'Added a script', plain: 'add a script' },
  get_console: {
    wants: 'Read the console of the page.',
    done: 'Read the console',
    plain: 'read the console',
  },
  get_network: {
    wants: 'Read the requests of the page.',
    done: 'Read the list of requests',
    plain: 'read the list of requests',
  },
  get_request: {
    wants: 'Read a request of the page and its answer.',
    done: 'Read a request',
    plain: 'read a request',
  },
  fill_form: { wants: 'Fill in a form on the page.', done: 'Filled in a form', plain: 'fill in a form' },
  get_performance: {
    wants: 'Measure how fast the page is.',
    done: 'Measured the page',
    plain: 'measure the page',
  },
  get_cookies: {
    wants: 'Read the cookies of the site, which may be your login.',
    done: 'Read cookies',
    plain: 'read cookies',
  },
  search_history: {
    wants: 'Search the pages that you visited or your bookmarks.',
    done: 'Searched your history',
    plain: 'search your history',
  },
  emulate: {
    wants: 'Show the page as another device or connection does.',
    done: 'Changed how the page is shown',
    plain: 'change how the page is shown',
  },
  pdf: { wants: 'Save the page as a PDF file in the project.', done: 'Made a PDF', plain: 'make a PDF' },
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
