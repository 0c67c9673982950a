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
    failures.push({ kind, message: messageIn(told), ...place, ...(late.has(line) && { late: true }) });
  }
  const shown = shownError(document);
  if (shown !== null) {
    const place = await placeIn(shown.place, toProjectPath);
    failures.push({ kind: 'overlay', message: shorten(shown.message), ...place });
  }
  return failures.slice(-mostFailures);
}

/** A record with what says that the page does not work. `resolvedAt` is `null` before; `since` as in `FailureDeps`. */
export async function withFailures(
  taken: TakenRecord,
  { readFailures }: Pick<ProofTask, 'readFailures'>,
  resolvedAt: Date | null = null,
  since?: Date,
): Promise<TakenRecord> {
  const failures = await readFailures(resolvedAt, since);
  return failures.length === 0 ? taken : { ...taken, record: { ...taken.record, failures } };
}

/** What frameworks write instead of throwing it: an error in render that something has caught, and a failed hot update. */
const caughtInRender =
  /The above error occurred in |\[Vue warn\]: Unhandled error during execution of (?:render|setup|component update)|^error: ERROR /;
const vueWarning = 'warn: [Vue warn]: Unhandled error';
const failedUpdate = /\[(?:vite|hmr|HMR|Fast Refresh)\][^\n]*(?:[Ff]ailed|[Ee]rror|Cannot apply)/;
const failedImport = 'dynamically imported module';

function kindOf(line: string): 'error' | 'update' | null {
  if (isIrrelevant(line) || isOverlayError(line)) return null;
  if (failedUpdate.test(line)) return 'update';
  // Most rejections are requests that were refused, which a page can do without.
  if (line.startsWith('Uncaught (in promise)')) return line.includes(failedImport) ? 'error' : null;
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

/** Name, line and column as compilers and stacks write them; an address may have a query. */
const place =
  /((?:https?:\/\/|file:\/\/|webpack:\/\/|\.{0,2}\/|[\w@-]+\/|[A-Z]:[\\/])[^\s()'"]*?\.(?:[cm]?[jt]sx?|vue|svelte|astro|html|css|scss|less|mdx?))(?:\?[^\s():]*)?(?::(\d+))?(?::(\d+))?/g;

async function placeIn(
  text: string,
  toProjectPath: ToProjectPath,
): Promise<Pick<PageFailure, 'file' | 'line' | 'column'>> {
  for (const [whole, name = '', line, column] of text.matchAll(place)) {
    const at = line === undefined ? null : { line: Number(line), column: Number(column ?? 1) };
    const found =
      at !== null && /^https?:/.test(name)
        ? await writtenPlace(whole.replace(/(?::\d+){1,2}$/, ''), at, toProjectPath)
        : {
            file: toProjectPath(name),
            ...(at !== null && { line: at.line }),
            ...(column !== undefined && at),
          };
    const { file } = found;
    // What a bundler makes of one hot update is no file of the project.
    if (file === null || name.includes('/node_modules/') || /\.hot-update\.m?js$/.test(file)) continue;
    return { ...found, file };
  }
  return {};
}

/** The line of a compiled module says nothing; that of its source does, where a source map tells it. */
async function writtenPlace(
  fileName: string,
  { line, column }: { line: number; column: number },
  toProjectPath: ToProjectPath,
): Promise<{ file: string | null; line?: number; column?: number }> {
  const { locateFrame } = await import('../inspectors/stack-location.ts');
  const frame = { fileName, lineNumber: line, columnNumber: column };
  const found = await locateFrame(frame, toProjectPath).catch(() => null);
  if (found === null || !('line' in found)) return { file: found?.file ?? null };
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
    place: ['.file', '#code header', '.stack', '#stack-content'],
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
    message: ['#webpack-dev-server-client-overlay-div', 'body'],
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
      if (said !== '') return { message: said, place: `${textAt(content, places)}\n${said}` };
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

function textAt(content: ParentNode, selectors: readonly string[]): string {
  for (const selector of selectors) {
    const text = content.querySelector(selector)?.textContent.trim() ?? '';
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
