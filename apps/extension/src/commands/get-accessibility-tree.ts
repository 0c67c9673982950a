import { matchesSitePattern, type ParamsOf, type ResultOf } from '@annotate-mcp/browser-protocol';

import { type AxRoot, findInLines, readAxTree } from '../driver/ax-tree.ts';
import { mostDepth, openSuspects } from '../driver/closed-roots.ts';
import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import type { Frame } from '../driver/frames.ts';
import type { Tab } from '../driver/tab.ts';
import { frameOfRef, waitForTarget } from '../driver/wait-for-target.ts';
import type { Listening } from '../page-agent/handlers.ts';
import type { LocalTarget } from '../page-agent/locate.ts';
import type { PageSnapshot } from '../page-agent/snapshot.ts';

import type { Handler } from './handler.ts';

export const getAccessibilityTree: Handler<'get_accessibility_tree'> = async (
  params,
  { tabs, signal, permit },
) => {
  const tab = await tabs.get(params.tabId);
  const read = async () => {
    const listening = isOfDocument(params) ? tab.handlers.find(tab.frames.main) : undefined;
    // It may end without being used: when the page cannot be read, or has a format.
    listening?.catch(() => undefined);
    const { url, title } = await tab.page();
    const deadline = new Deadline(params.timeoutMs, signal, permit);
    const { text, ...form } = await textOf(tab, params, url, deadline, listening);
    // Their passwords are masked in the text, which has their content.
    await tab.secrets.lookInFrames();
    return { url, title, ...cut(text, params.offset, params.maxChars), ...form };
  };
  const page = await tab.run(read, signal, { needsPage: 'reads' });
  // Not before: reading may go on after a busy page was reported, and the reports are for the next command then.
  return { ...page, dialogs: tab.dialogs.takeReports() };
};

/** Whether the page's own document is read in the usual form, unless a format fits it. */
function isOfDocument({ full, target }: ParamsOf<'get_accessibility_tree'>): boolean {
  return !full && target === undefined;
}

async function textOf(
  tab: Tab,
  params: ParamsOf<'get_accessibility_tree'>,
  url: string,
  deadline: Deadline,
  listening: Promise<Listening> | undefined,
): Promise<Pick<ResultOf<'get_accessibility_tree'>, 'text' | 'format' | 'formatProblem'>> {
  if (params.full) return { text: (await whole(tab, params, deadline)).join('\n') };
  const formatted = await formattedPage(tab, params, url, (selector) =>
    documentLines(tab, tab.frames.main, { by: 'selector', selector }, undefined),
  );
  if ('text' in formatted) return formatted;
  return { text: (await compact(tab, params, deadline, listening)).join('\n'), ...formatted };
}

type Formatted =
  | { readonly text: string; readonly format: string }
  /** The usual form is needed; `formatProblem` says why none of the formats for this address fits. */
  | { readonly formatProblem?: string };

/** The page in the first format that fits it. `usual` returns the lines of an element in the usual form. */
async function formattedPage(
  tab: Tab,
  { formats, target, find }: ParamsOf<'get_accessibility_tree'>,
  address: string,
  usual: (selector: string) => Promise<string[]>,
): Promise<Formatted> {
  const url = URL.parse(address);
  // A part of the page is wanted as it is.
  if (target !== undefined || url === null) return {};
  let problem: string | undefined;
  for (const format of formats.filter(({ pages }) => pages.some((page) => matchesSitePattern(page, url)))) {
    const page = await tab.frames.call(tab.frames.main, 'formatPage', format);
    if ('problem' in page) {
      problem ??= `${format.name}: ${page.problem}`;
      continue;
    }
    const lines = page.text === '' ? [] : page.text.split('\n');
    // What cannot be read any more at this moment is left out: the rest of the page was read.
    for (const selector of page.rest) lines.push(...(await usual(selector).catch(() => [])));
    const kept = find === undefined ? lines : linesWith(lines, find);
    if (kept.length > 0) return { text: kept.join('\n'), format: format.name };
    problem ??= find === undefined ? `${format.name}: no part of it matches` : undefined;
  }
  return problem === undefined ? {} : { formatProblem: problem };
}

function linesWith(lines: readonly string[], find: string): string[] {
  return lines.filter((line) => line.toLowerCase().includes(find.toLowerCase()));
}

async function whole(
  tab: Tab,
  { target, find }: ParamsOf<'get_accessibility_tree'>,
  deadline: Deadline,
): Promise<string[]> {
  const frame = target === undefined ? tab.frames.main : frameOfRef(tab, target);
  if (frame !== null && frame.number !== 0) await deadline.admitFrame(tab.frames.chainOf(frame));
  const root: AxRoot =
    frame === null && target !== undefined
      ? await waitForTarget(tab, target, 'present', deadline)
      : { frame: frame ?? tab.frames.main };
  const lines = await readAxTree(tab, root);
  if (lines.length === 0) throw emptyTargetError();
  return find === undefined ? lines : findInLines(lines, find);
}

async function compact(
  tab: Tab,
  { target, find }: ParamsOf<'get_accessibility_tree'>,
  deadline: Deadline,
  listening: Promise<Listening> | undefined,
): Promise<string[]> {
  if (target === undefined) return documentLines(tab, tab.frames.main, undefined, find, listening);
  const whole = frameOfRef(tab, target);
  if (whole !== null) {
    await deadline.admitFrame(tab.frames.chainOf(whole));
    return documentLines(tab, whole, undefined, find);
  }
  const { frame, target: local } = await waitForTarget(tab, target, 'present', deadline);
  const lines = await documentLines(tab, frame, local, find);
  if (lines.length > 0) return lines;
  throw emptyTargetError();
}

function emptyTargetError(): CommandError {
  return new CommandError(
    'target/none',
    'The target has no visible content.',
    'Take a snapshot of the whole page.',
  );
}

async function documentLines(
  tab: Tab,
  frame: Frame,
  target: LocalTarget | undefined,
  find: string | undefined,
  listening = tab.handlers.find(frame),
): Promise<string[]> {
  const options = {
    ...(target !== undefined && { target }),
    ...(find !== undefined && { find }),
    listening: await listening,
    shown: tab.secrets.shownIn(frame.origin),
  };
  let page = await tab.frames.call(frame, 'takeSnapshot', options);
  for (let depth = 0; depth < mostDepth && page !== null && 'lines' in page; depth++) {
    if (!(await openSuspects(tab, frame, page.suspects))) break;
    page = await tab.frames.call(frame, 'takeSnapshot', options);
  }
  if (page === null) return [];
  if ('fault' in page) throw new CommandError(page.fault.code, page.fault.message, page.fault.hint);
  const lines =
    frame.number === 0
      ? page.lines
      : page.lines.map((line) => line.replace(/\[(e\d+)\]/g, `[f${frame.number}$1]`));
  return withFrames(tab, frame, { ...page, lines }, find);
}

/** Puts the content of frames below the lines of these. Of frames without what is to be found, there is no line. */
async function withFrames(
  tab: Tab,
  frame: Frame,
  { lines, frames }: Pick<PageSnapshot, 'lines' | 'frames'>,
  find: string | undefined,
): Promise<string[]> {
  const whole: string[] = [];
  let next = 0;
  for (const { line, depth, index } of frames) {
    const inner = await frameIn(tab, frame, index);
    const closed = inner === null ? null : tab.frames.closedNote(inner);
    const content = closed === null && inner !== null ? await frameLines(tab, inner, depth + 1, find) : [];
    const own = `${lines[line] ?? ''}${closed ?? ''}`;
    const isKept =
      find === undefined ||
      content.length > 0 ||
      (closed !== null && own.toLowerCase().includes(find.toLowerCase()));
    whole.push(...lines.slice(next, line), ...(isKept ? [own] : []), ...content);
    next = line + 1;
  }
  return [...whole, ...lines.slice(next)];
}

async function frameIn(tab: Tab, frame: Frame, index: number): Promise<Frame | null> {
  const handle = await tab.frames.handle(frame, `frameElement(${index})`);
  return handle === null ? null : tab.frames.contentOf(frame, handle);
}

async function frameLines(
  tab: Tab,
  frame: Frame,
  depth: number,
  find: string | undefined,
): Promise<readonly string[]> {
  // A frame that cannot be read must not make the whole snapshot fail.
  const lines = await documentLines(tab, frame, undefined, find).catch(async () => {
    const replaced = await tab.frames.untilReplaced(frame, frameMoveMs);
    return replaced === null
      ? unreadable
      : documentLines(tab, replaced, undefined, find).catch(() => unreadable);
  });
  return lines.map((line) => '  '.repeat(depth) + line);
}

const unreadable: readonly string[] = ['- (this frame cannot be read)'];
/** A frame that was caught while it moves is readable again within this time. */
const frameMoveMs = 1_000;

type SnapshotPart = Pick<ResultOf<'get_accessibility_tree'>, 'text' | 'totalChars' | 'nextOffset'>;

/** Cuts at the end of a line, so that each node is complete. */
function cut(text: string, offset: number, maxChars: number): SnapshotPart {
  const rest = text.slice(offset);
  if (rest.length <= maxChars) return { text: rest, totalChars: text.length };
  const end = rest.lastIndexOf('\n', maxChars);
  const part = end <= 0 ? rest.slice(0, maxChars) : rest.slice(0, end);
  return { text: part, totalChars: text.length, nextOffset: offset + part.length + (end <= 0 ? 0 : 1) };
}
