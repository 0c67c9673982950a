/** Finds what says that the page does not work: an error over it, an uncaught error, a hot update that failed. */
import type { PageFailure } from '@annotate-mcp/core';

import { cleanLine } from '../capture/clean-line.ts';
import type { ConsoleTail } from '../capture/console-tail.ts';
import { isIrrelevant, isOverlayError } from '../capture/uncaught.ts';
import type { ToProjectPath } from '../inspectors/project-path.ts';

import type { ProofTask } from './proof-task.ts';
import type { TakenRecord } from './take-record.ts';

export interface FailureDeps {
  readonly document: Document;
  readonly consoleTail: Pick<ConsoleTail, 'rawLines'>;
  readonly toProjectPath: ToProjectPath;
  /** What came later than this is late; `null` while it is not resolved. */
  readonly resolvedAt: Date | null;
  /** What the console said before then is over: the page has changed since. */
  readonly since?: Date | undefined;
}

const mostFailures = 10;
const longestMessage = 500;

/** Oldest first. */
export async function readFailures({
  document,
  consoleTail,
  toProjectPath,
  resolvedAt,
  since,
}: FailureDeps): Promise<PageFailure[]> {
  const late = new Set(resolvedAt === null ? [] : consoleTail.rawLines(resolvedAt));
  const failures: PageFailure[] = [];
  const lines = [...new Set(consoleTail.rawLines(since))];
  for (const [at, line] of lines.entries()) {
    const kind = kindOf(line);
    if (kind === null) continue;
    // Vue says which component it was, and then what was thrown.
    const next = lines[at + 1] ?? '';
    const told = line.startsWith(vueWarning) && next.startsWith('error: ') ? next : line;
    const place = await placeIn(told, toProjectPath);
    if (kind !== 'rejection') {
      failures.push({ kind, message: messageIn(told), ...place, ...(late.has(line) && { late: true }) });
    } else if (place.file !== undefined) {
      // Never late: what the page shows tells more than a promise that it can do without.
      const isRequest = ofRequest.test(line.split('\n', 1)[0] ?? '');
      failures.push({ kind: isRequest ? 'request' : 'error', message: messageIn(told), ...place });
    }
  }
  const shown = shownError(document);
  if (shown !== null) {
    const place = await placeIn(shown.place, toProjectPath);
    failures.push({ kind: 'overlay', message: shorten(shown.message), ...place });
  }
  return failures.slice(-mostFailures);
}

/** A record with what says whether the page works. `resolvedAt` is `null` before; `since` as in `FailureDeps`. */
export async function withFailures(
  taken: TakenRecord,
  { readFailures, requests }: Pick<ProofTask, 'readFailures' | 'requests'>,
  resolvedAt: Date | null = null,
  since?: Date,
): Promise<TakenRecord> {
  const failures = await readFailures(resolvedAt, since);
  const answered = requests.read();
  const facts = {
    ...(failures.length > 0 && { failures }),
    ...(answered.length > 0 && { requests: answered }),
  };
  return { ...taken, record: { ...taken.record, ...facts } };
}

/** What frameworks write instead of throwing it: an error in render that something has caught, and a failed hot update. */
const caughtInRender =
  /The above error occurred in |\[Vue warn\]: Unhandled error during execution of (?:render|setup|component update)|^error: ERROR /;
const vueWarning = 'warn: [Vue warn]: Unhandled error';
const failedUpdate = /\[(?:vite|hmr|HMR|Fast Refresh)\][^\n]*(?:[Ff]ailed|[Ee]rror|Cannot apply)/;
const failedImport = 'dynamically imported module';

/** A mistake in code, or what became of a request: it failed, or its answer was something else. */
const mistakeInPromise = /^Uncaught \(in promise\) (?:Reference|Type|Range|Syntax)Error: (?!cancelled)/;
const ofRequest = /TypeError: (?:Failed to fetch|NetworkError|Load failed)|SyntaxError: [^\n]*JSON/;

function kindOf(line: string): 'error' | 'update' | 'rejection' | null {
  if (isIrrelevant(line) || isOverlayError(line)) return null;
  if (failedUpdate.test(line)) return 'update';
  // What the app throws itself when a request is refused is often something that it can do without.
  if (line.startsWith('Uncaught (in promise)')) {
    if (line.includes(failedImport)) return 'error';
    return mistakeInPromise.test(line) ? 'rejection' : null;
  }
  return line.startsWith('Uncaught ') || caughtInRender.test(line) ? 'error' : null;
}

function messageIn(line: string): string {
  const [first = ''] = line.replace(/^(?:error|warn): (?:ERROR )?/, '').split(/\n\s*(?:at |.*@http)/);
  return shorten(first);
}

function shorten(text: string): string {
  const clean = cleanLine(text.replace(/\s+/g, ' ').trim());
  return clean.length > longestMessage ? `${clean.slice(0, longestMessage - 1)}…` : clean;
}

/**
 * A file as compilers, stacks and error overlays write it, with line and column: `name:3:9`, or `name (3:9)` as Next does.
 * An address may have a query.
 */
const place =
  /((?:https?:\/\/|file:\/\/|webpack:\/\/|webpack-internal:\/+(?:\([\w-]+\)\/)?|\.{0,2}\/|[\w@-]+\/|[A-Z]:[\\/])[^\s()'"]*?\.(?:[cm]?[jt]sx?|vue|svelte|astro|html|css|scss|less|mdx?))(?:\?[^\s():]*)?(?::(\d+)(?::(\d+))?| \((\d+):(\d+)\))?/g;

type Place = Pick<PageFailure, 'file' | 'line' | 'column'>;

/** The first file of the project that is named. Some compilers tell its line only where they name it again. */
async function placeIn(text: string, toProjectPath: ToProjectPath): Promise<Place> {
  let withoutLine: Place | null = null;
  for (const named of text.matchAll(place)) {
    const found = await readPlace(named, toProjectPath);
    // What a bundler makes of one hot update is no file of the project.
    if (found?.file === undefined || /\.hot-update\.m?js$/.test(found.file)) continue;
    if (withoutLine === null && found.line === undefined) withoutLine = found;
    else if (withoutLine === null || withoutLine.file === found.file) return { ...found, ...frameIn(text) };
  }
  return withoutLine === null ? {} : { ...withoutLine, ...frameIn(text) };
}

/** Above the lines of the file, which Rspack calls `name:1:1` whatever is wrong there. */
function frameIn(text: string): Pick<PageFailure, 'line' | 'column'> {
  const [, line, column] = /╭─\[(\d+):(\d+)\]/.exec(text) ?? [];
  return line === undefined ? {} : { line: Number(line), column: Number(column) };
}

/** `null` for what is no file of the project. */
async function readPlace(named: RegExpExecArray, toProjectPath: ToProjectPath): Promise<Place | null> {
  const [whole, name = ''] = named;
  const line = numberIn(named[2] ?? named[4]);
  const column = numberIn(named[3] ?? named[5]);
  if (name.includes('/node_modules/')) return null;
  if (line !== undefined && /^https?:/.test(name)) {
    const address = whole.replace(/(?::\d+){1,2}$/, '');
    return writtenPlace(address, { line, column: column ?? 1 }, toProjectPath);
  }
  // Next leaves out slashes.
  const file = toProjectPath(name.replace(/^webpack-internal:\/+/, 'webpack-internal:///'));
  if (file === null) return null;
  // The line of a module that webpack has compiled says nothing. Next writes in parentheses what it has looked up.
  if (line === undefined || (name.startsWith('webpack-internal:') && !whole.endsWith(')'))) return { file };
  return { file, line, ...(column !== undefined && { column }) };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The line of a compiled module says nothing; that of its source does, where a source map tells it. */
async function writtenPlace(
  fileName: string,
  { line, column }: { line: number; column: number },
  toProjectPath: ToProjectPath,
): Promise<Place | null> {
  const { locateFrame } = await import('../inspectors/stack-location.ts');
  const frame = { fileName, lineNumber: line, columnNumber: column };
  const found = await locateFrame(frame, toProjectPath).catch(() => null);
  if (found === null || !('line' in found)) return found;
  return { file: found.file, line: found.line, column: found.column };
}

interface ErrorOverlay {
  /** Matches its element. */
  readonly host: string;
  /** Where it says what is wrong, best first. */
  readonly message: readonly string[];
  /** Where it says in which file; the message otherwise. */
  readonly place: readonly string[];
  /** Present only while it shows an error, where its element is always there. */
  readonly shown?: string;
}

const overlays: readonly ErrorOverlay[] = [
  // Vite, and what is built on it: SvelteKit, Angular, Nuxt. Astro's has the same name.
  {
    host: 'vite-error-overlay',
    message: ['.message-body', '#message-content'],
    // Astro shows a part of the path, and has all of it in the title.
    place: ['.file', '#code h2[title]', '#code header', '.stack', '#stack-content'],
  },
  {
    host: 'nextjs-portal',
    shown: '[data-nextjs-dialog], [data-nextjs-dialog-overlay]',
    message: ['#nextjs__container_errors_desc', '[data-nextjs-terminal]', '#nextjs__container_errors_label'],
    place: ['[data-nextjs-terminal]', '[data-nextjs-codeframe]', '[data-nextjs-call-stack-frame]'],
  },
  { host: 'nuxt-error-overlay', message: ['h1', 'pre'], place: ['pre'] },
  { host: 'rsbuild-error-overlay', message: ['.content', 'pre'], place: ['.content', 'pre'] },
  {
    host: 'iframe#webpack-dev-server-client-overlay, iframe#rspack-dev-server-client-overlay',
    message: ['body > div > div:last-child > div > div:last-child', 'body'],
    place: ['body'],
  },
];

/** `null` while nothing is shown over the page. */
function shownError(document: Document): { message: string; place: string } | null {
  for (const { host, message, place: places, shown } of overlays) {
    for (const element of document.querySelectorAll<HTMLElement>(host)) {
      const content = contentOf(element);
      if (content === null || (shown !== undefined && content.querySelector(shown) === null)) continue;
      const said = textAt(content, message) || textOf(content);
      const at = textAt(content, places, (element) => element.getAttribute('title') ?? element.textContent);
      if (said !== '') return { message: sentenceIn(said), place: `${at}\n${said}` };
    }
  }
  return null;
}

function contentOf(element: HTMLElement): ParentNode | null {
  if (element.shadowRoot !== null) return element.shadowRoot;
  try {
    return element instanceof HTMLIFrameElement ? element.contentDocument : element;
  } catch {
    // A frame of another origin.
    return null;
  }
}

function textAt(
  content: ParentNode,
  selectors: readonly string[],
  read = (element: Element) => element.textContent,
): string {
  for (const selector of selectors) {
    const element = content.querySelector(selector);
    const text = element === null ? '' : read(element).trim();
    if (text !== '') return text;
  }
  return '';
}

function textOf(content: ParentNode): string {
  return Array.from(content.children, (child) =>
    /^(?:style|script|head)$/i.test(child.tagName) ? '' : child.textContent,
  )
    .join(' ')
    .trim();
}

/** Without what stands around it: which loader has failed, signs of a list, the lines of the file, a note of Vite. */
function sentenceIn(text: string): string {
  const [before = ''] = text
    .replace(/^(?:File: [^\n]*\n)?[\s×]*Module build failed[^\n]*\n/, '')
    .replace(/\(The stacktrace appears to be already rewritten[^)]*\)/, '')
    .split(/\n[\s│]*(?:,-\[|╭─|>?\s*\d+\s*[|│])/);
  return before.replace(/^(?:[\s×│├╰─▶]|Error:|x (?=[A-Z]))+/, '') || text;
}
