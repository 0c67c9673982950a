import type { ResultOf, SnapshotParams } from '@annotate-mcp/browser-protocol';

import { aimAt } from '../driver/aiming.ts';
import { readAxTree } from '../driver/ax-tree.ts';
import { Faulty } from '../driver/fault.ts';
import type { Frame } from '../driver/frames.ts';
import type { Tab } from '../driver/tab.ts';
import { Deadline } from '../driver/wait.ts';
import type { LocalTarget } from '../page-agent/locate.ts';

import type { Handler } from './command.ts';

export const snapshot: Handler<'snapshot'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => {
    const { url, title } = await tab.page();
    const { text, format } = await textOf(tab, params, url, new Deadline(params.timeoutMs, signal));
    const part = cut(text, params.offset, params.maxChars);
    const dialogs = tab.dialogs.take();
    return { url, title, ...part, ...(format !== undefined && { format }), dialogs };
  }, signal);
};

async function textOf(
  tab: Tab,
  params: SnapshotParams,
  url: string,
  deadline: Deadline,
): Promise<{ text: string; format?: string }> {
  if (params.full) return { text: await readAxTree(tab) };
  const site = params.formats.find((format) => new RegExp(format.url).test(url));
  const formatted = site === undefined ? null : await tab.frames.call(tab.frames.main, 'formatPage', site);
  if (site === undefined || formatted === null)
    return { text: (await compact(tab, params, deadline)).join('\n') };
  const rest: string[] = [];
  for (const selector of site.rest)
    rest.push(...(await documentLines(tab, tab.frames.main, { by: 'selector', selector }, undefined)));
  return { text: [formatted, ...rest].join('\n'), format: site.name };
}

async function compact(tab: Tab, { target, find }: SnapshotParams, deadline: Deadline): Promise<string[]> {
  if (target === undefined) return documentLines(tab, tab.frames.main, undefined, find);
  const { frame, target: local } = await aimAt(tab, target, 'there', deadline);
  const lines = await documentLines(tab, frame, local, find);
  if (lines.length > 0) return lines;
  throw new Faulty(
    'target/none',
    'There is nothing to see at that place of the page.',
    'Take a snapshot of the whole page.',
  );
}

async function documentLines(
  tab: Tab,
  frame: Frame,
  target: LocalTarget | undefined,
  find: string | undefined,
): Promise<string[]> {
  const options = { ...(target !== undefined && { target }), ...(find !== undefined && { find }) };
  let page = await tab.frames.call(frame, 'takeSnapshot', options);
  if (page !== null && 'lines' in page && (await openRoots(tab, frame, page.suspects))) {
    page = await tab.frames.call(frame, 'takeSnapshot', options);
  }
  if (page === null) return [];
  if ('fault' in page) throw new Faulty(page.fault.code, page.fault.message, page.fault.hint);
  const prefix = frame.number === 0 ? '' : `f${frame.number}`;
  const lines: string[] = [];
  for (const { depth, text, frame: index } of page.lines) {
    const inner = index === undefined ? [] : await frameLines(tab, frame, index, depth + 1, find);
    if (index !== undefined && find !== undefined && inner.length === 0) continue;
    lines.push('  '.repeat(depth) + text.replace(/\[(e\d+)\]/g, `[${prefix}$1]`), ...inner);
  }
  return lines;
}

async function openRoots(tab: Tab, frame: Frame, count: number): Promise<boolean> {
  const opened = await Promise.all(
    Array.from({ length: Math.min(count, 200) }, async (_, index) => {
      const handle = await tab.frames.handle(frame, `suspect(${index})`);
      return handle !== null && (await tab.frames.openClosedRoot(frame, handle));
    }),
  );
  return opened.includes(true);
}

async function frameLines(
  tab: Tab,
  frame: Frame,
  index: number,
  depth: number,
  find: string | undefined,
): Promise<string[]> {
  const handle = await tab.frames.handle(frame, `frameElement(${index})`);
  const inner = handle === null ? null : await tab.frames.contentOf(frame, handle);
  if (inner === null) return [];
  // One frame that cannot be read must not cost the whole page.
  const lines = await documentLines(tab, inner, undefined, find).catch(() => [
    '- (this frame cannot be read)',
  ]);
  return lines.map((line) => '  '.repeat(depth) + line);
}

type Part = Pick<ResultOf<'snapshot'>, 'text' | 'totalChars' | 'nextOffset'>;

/** Cut at the end of a line, so that no node is halved. */
export function cut(text: string, offset: number, maxChars: number): Part {
  const rest = text.slice(offset);
  if (rest.length <= maxChars) return { text: rest, totalChars: text.length };
  const end = rest.lastIndexOf('\n', maxChars);
  const part = end <= 0 ? rest.slice(0, maxChars) : rest.slice(0, end);
  return { text: part, totalChars: text.length, nextOffset: offset + part.length + (end <= 0 ? 0 : 1) };
}
