/**
 * Downloads that a tab began. The debugger reports which tab began one, and `chrome.downloads` where its file is and how
 * far it is.
 */
import type { Download } from '@annotate-mcp/browser-protocol';

import type { Cdp } from './cdp.ts';
import type { Deadline } from './deadline.ts';
import type { Frame, Frames } from './frames.ts';

type DownloadFrames = Pick<Frames, 'accessTo' | 'byId' | 'ofContext'>;

interface BegunDownload {
  readonly url: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of `chrome.downloads`; `null` until it was found there. */
  id: number | null;
  /** Its end was told to an agent. */
  isReported: boolean;
}

/** How long an action waits for a download that it began. */
const maxWaitMs = 2_000;
/** The clock of a download's start differs a little from ours. */
const toleranceMs = 2_000;

export class Downloads {
  readonly #begun: BegunDownload[] = [];
  /** Addresses that the page opened in new tabs: Chrome closes such a tab at once if it is a download. */
  #opened: { url: string; at: number }[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(cdp: Cdp, frames: DownloadFrames) {
    // Agents do not learn that a frame which they may not see has begun one.
    const isHidden = (frame: Frame | null) =>
      frame !== null && frame.number !== 0 && frames.accessTo(frame, 'read') !== 'open';
    cdp.on('Page.downloadWillBegin', ({ frameId, url, suggestedFilename: name }, session) => {
      if (isHidden(frames.byId(frameId) ?? frames.ofContext(session))) return;
      this.#add({ url, name, at: Date.now(), id: null, isReported: false });
    });
    cdp.on('Page.downloadProgress', ({ state }) => {
      if (state !== 'inProgress') this.#wake();
    });
    cdp.on('Page.windowOpen', ({ url }, session) => {
      if (isHidden(frames.ofContext(session))) return;
      this.#opened = [...this.#opened.slice(-9), { url, at: Date.now() }];
    });
  }

  /** Downloads whose end was not told yet, those that run included. */
  async unreported(): Promise<Download[]> {
    const reports = await this.#reports();
    return reports.filter(({ begun }) => !begun.isReported).map(({ report }) => report);
  }

  /** Waits a moment until what the action began has ended, and returns it. What has ended is told once. */
  async take(deadline: Deadline, waitMs = maxWaitMs): Promise<Download[]> {
    if (this.#opened.length === 0 && this.#begun.every(({ isReported }) => isReported)) return [];
    const latest = performance.now() + waitMs;
    let reports = await this.#reports();
    while (
      reports.some(({ report }) => report.state === 'running') &&
      performance.now() < latest &&
      !deadline.isOver
    ) {
      await deadline.pause(Math.min(200, latest - performance.now()), this.#nextEnd());
      reports = await this.#reports();
    }
    const taken = reports.filter(({ begun }) => !begun.isReported);
    for (const { begun, report } of taken) begun.isReported = report.state !== 'running';
    return taken.map(({ report }) => report);
  }

  /** Of these nothing is told. */
  forget(): void {
    for (const begun of this.#begun) begun.isReported = true;
    this.#opened = [];
  }

  async #reports(): Promise<{ begun: BegunDownload; report: Download }[]> {
    // The newest are enough: a tab with more downloads at a time than that is told in several answers.
    const items = await chrome.downloads.search({ orderBy: ['-startTime'], limit: 100 });
    this.#addFromNewTabs(items);
    return this.#begun.map((begun) => {
      const item = items.find(({ id }) => id === begun.id) ?? this.#itemOf(begun, items);
      begun.id ??= item?.id ?? null;
      return { begun, report: toDownload(begun, item) };
    });
  }

  #itemOf(begun: BegunDownload, items: readonly chrome.downloads.DownloadItem[]) {
    return items.findLast((item) => this.#isFree(item) && isOf(item, begun));
  }

  #addFromNewTabs(items: readonly chrome.downloads.DownloadItem[]): void {
    this.#opened = this.#opened.filter((opened) => {
      const item = items.find((each) => this.#isFree(each) && isOf(each, { ...opened, name: '' }));
      if (item !== undefined) this.#add({ ...opened, name: '', id: item.id, isReported: false });
      // A server that answers later than that is not waited for.
      return item === undefined && Date.now() - opened.at < 30_000;
    });
  }

  #isFree({ id }: chrome.downloads.DownloadItem): boolean {
    return this.#begun.every((begun) => begun.id !== id);
  }

  #add(begun: BegunDownload): void {
    this.#begun.push(begun);
    if (this.#begun.length > 50) this.#begun.shift();
    this.#wake();
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function isOf(
  item: chrome.downloads.DownloadItem,
  { url, name, at }: Pick<BegunDownload, 'url' | 'name' | 'at'>,
): boolean {
  const isSame = url.startsWith('data:')
    ? isSameData(item, { url, name })
    : item.url === url || item.finalUrl === url;
  return isSame && Date.parse(item.startTime) >= at - toleranceMs;
}

/** So many characters of an address of data are compared: Chrome shortens long ones. */
const comparedData = 200;

/** Other tabs may save data as well, also such that begins alike: the file must have the name that the page gave it. */
function isSameData(
  { url, filename }: chrome.downloads.DownloadItem,
  begun: Pick<BegunDownload, 'url' | 'name'>,
): boolean {
  const length = Math.min(url.length, begun.url.length, comparedData);
  const isSameStart = url.startsWith('data:') && url.slice(0, length) === begun.url.slice(0, length);
  return isSameStart && stemOf(nameIn(filename)).startsWith(stemOf(begun.name));
}

/** Chrome calls a second file `report (1).txt`, and the stem of both begins with `report`. */
function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

function nameIn(path: string): string {
  return /[^\\/]+$/.exec(path)?.[0] ?? '';
}

function toDownload({ url, name }: BegunDownload, item: chrome.downloads.DownloadItem | undefined): Download {
  const path = item?.filename ?? '';
  const problem = problemOf(item);
  // A redirect may lead to another site, and that is the one which the file is of.
  const from = url.startsWith('data:') || item === undefined || item.finalUrl === '' ? url : item.finalUrl;
  const shownName = nameIn(path);
  return {
    name: shownName === '' ? (name === '' ? 'download' : name).slice(0, 1_000) : shownName,
    url: from.startsWith('data:') ? `${from.slice(0, 60)}…` : from.slice(0, 4_096),
    state: item === undefined ? 'running' : states[item.state],
    bytes: Math.max(0, item?.bytesReceived ?? 0),
    totalBytes: item === undefined || item.totalBytes < 0 ? null : item.totalBytes,
    path: path === '' ? null : path,
    ...(problem !== null && { problem }),
  };
}

const states: Readonly<Record<chrome.downloads.DownloadItem['state'], Download['state']>> = {
  in_progress: 'running',
  complete: 'done',
  interrupted: 'failed',
};

function problemOf(item: chrome.downloads.DownloadItem | undefined): string | null {
  if (item === undefined) return 'Chrome may be asking the person whether to allow it.';
  if (item.error !== undefined) return item.error;
  if (item.state !== 'in_progress') return null;
  if (!['safe', 'accepted'].includes(item.danger))
    return `Chrome holds it back (${item.danger}) until the person allows it.`;
  if (item.paused) return 'It is paused.';
  return item.filename === '' ? 'Chrome may be asking the person where to save it.' : null;
}
