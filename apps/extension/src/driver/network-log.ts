import type { Protocol } from 'devtools-protocol';

import type { NetworkEntry, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { isSecretPair, redacted } from '@annotate-mcp/page-facts';

import type { FrameChain } from '../consent/frame-access.ts';
import { hideSecrets, hideUrlSecrets } from '../secrets/hide-secrets.ts';

import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';
import type { Frames } from './frames.ts';
import { isSince, RingBuffer } from './ring-buffer.ts';

/** `page` is the address of the page that the request belongs to; `null` for a request of a frame. */
type LoggedEntry = NetworkEntry & {
  readonly page: string | null;
  /** Of the frame that made the request, with its next document if the request is for that; `null` for the page. */
  readonly chain: FrameChain | null;
};

type RequestFrames = Pick<Frames, 'isPage' | 'byId' | 'ofContext' | 'chainOf' | 'accessToChain'>;

/** Whether an agent may see a page of this address. */
type MayRead = (url: string) => boolean;

interface RequestDetails {
  /** Of its entry: a redirect has another entry, with the same id. */
  readonly seq: number;
  readonly session: SessionId;
  readonly frameId: string | undefined;
  /** The document that made the request. */
  readonly loaderId: string;
  readonly startedAt: number;
  readonly requestHeaders: Record<string, string>;
  readonly requestBody: string | undefined;
  responseHeaders: Record<string, string>;
}

/** Requests of the tab. The tab counts as idle when none is under way. */
export class NetworkLog {
  readonly #cdp: Cdp;
  readonly #frames: RequestFrames;
  readonly #entries = new RingBuffer<LoggedEntry>(1_000);
  readonly #details = new Map<string, RequestDetails>();
  readonly #underWay = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(cdp: Cdp, frames: RequestFrames) {
    this.#cdp = cdp;
    this.#frames = frames;
    cdp.on('Network.requestWillBeSent', (event, session) => this.#begin(event, session));
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      this.#change(requestId, { status: response.status, mimeType: response.mimeType });
      const details = this.#details.get(requestId);
      if (details !== undefined) details.responseHeaders = maskSecrets(response.headers);
    });
    cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#end(requestId, { bytes: encodedDataLength, ...this.#duration(requestId, timestamp) }),
    );
    cdp.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) =>
      this.#end(requestId, { failure: blockedReason ?? errorText, ...this.#duration(requestId, timestamp) }),
    );
    // Chrome does not always report the end of requests whose page or frame is gone.
    cdp.on('Page.frameNavigated', ({ frame }, session) => {
      if (frame.parentId !== undefined || session !== undefined) return;
      this.#forget((details) => details.session !== undefined || details.loaderId !== frame.loaderId);
    });
    // A frame that moves to a process of its own takes the end of its document's request with it.
    cdp.on('Page.frameDetached', ({ frameId }, session) =>
      this.#forget((details) => details.frameId === frameId && details.session === session),
    );
    cdp.on('Target.detachedFromTarget', ({ sessionId }) =>
      this.#forget(({ session }) => session === sessionId),
    );
  }

  /** Ids of unfinished requests for data, without images and without streams that stay open. */
  get underWay(): ReadonlySet<string> {
    return this.#underWay;
  }

  /** Resolves when the next request ends. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Removes all unfinished requests: their end was not reported while the debugger was detached. */
  clearUnfinished(): void {
    this.#underWay.clear();
    this.#wake();
  }

  /** Without requests of pages that the agent may not see: those on the way to another one, and those under way. */
  page(
    { after, since, find, failed, dataOnly, limit }: ParamsOf<'get_network'>,
    mayRead: MayRead,
  ): ResultOf<'get_network'> {
    const { entries, ...rest } = this.#entries.page(after, limit, (entry) => {
      if (!isSince(entry, since) || !this.#isReadable(entry, mayRead)) return false;
      if (find !== undefined && !entry.url.includes(find)) return false;
      if (failed && entry.failure === undefined && (entry.status ?? 0) < 400) return false;
      return !dataOnly || !passive.has(entry.resourceType);
    });
    return { requests: entries.map(shownEntry), ...rest };
  }

  get last(): number {
    return this.#entries.last;
  }

  /** Removes the requests of a site: those after a number, and that of its document, which was sent before it was shown. */
  forgetSite({ after, loaderId }: { after: number; loaderId: string }, nextLoaderId: string): void {
    this.#entries.remove(({ seq, requestId }) => {
      const ofLoader = this.#details.get(requestId)?.loaderId;
      return (seq > after || ofLoader === loaderId) && ofLoader !== nextLoaderId;
    });
  }

  /** `mask` is applied to whole bodies, so that nothing is cut in two before. */
  async request(
    { requestId, maxChars }: ParamsOf<'get_request'>,
    mask: (text: string) => string,
    mayRead: MayRead,
  ): Promise<ResultOf<'get_request'>> {
    const details = this.#details.get(requestId);
    const entry = this.#entries.find(({ seq }) => seq === details?.seq);
    if (entry === undefined || details === undefined || !this.#isReadable(entry, mayRead)) {
      throw new CommandError(
        'request/none',
        `There is no request ${requestId} any more.`,
        'List them with browser_get_network.',
      );
    }
    const body = await this.#bodyOf(requestId, details.session);
    const { requestHeaders, requestBody, responseHeaders } = details;
    const sent = requestBody === undefined ? null : maskBody(requestBody, maxChars, mask);
    const received = body === null ? null : maskBody(body, maxChars, mask);
    return {
      request: shownEntry(entry),
      requestHeaders: withoutHiddenReferrer(requestHeaders, mayRead),
      responseHeaders,
      ...(sent !== null && { requestBody: sent.text }),
      responseBody: received?.text ?? null,
      totalChars: received?.totalChars ?? 0,
    };
  }

  async #bodyOf(requestId: string, session: SessionId): Promise<string | null> {
    try {
      const { body, base64Encoded } = await this.#cdp.send('Network.getResponseBody', { requestId }, session);
      return base64Encoded ? null : body;
    } catch {
      // The browser keeps bodies for a short time only.
      return null;
    }
  }

  #begin(
    {
      requestId,
      frameId,
      loaderId,
      documentURL,
      request,
      type = 'Other',
      wallTime,
      timestamp,
    }: Protocol.Network.RequestWillBeSentEvent,
    session: SessionId,
  ): void {
    // A redirect has the same id as the request before it.
    this.#end(requestId, {});
    const isOfPage = session === undefined && frameId !== undefined && this.#frames.isPage(frameId);
    const page = type === 'Document' ? request.url : documentURL;
    const { seq } = this.#entries.add((number) => ({
      seq: number,
      page: isOfPage ? page : null,
      chain: isOfPage ? null : this.#chainOf(frameId, session, type === 'Document' ? request.url : null),
      requestId,
      at: new Date(wallTime * 1_000).toISOString(),
      method: request.method,
      url: withoutSecrets(request.url),
      resourceType: type,
      status: null,
    }));
    this.#details.set(requestId, {
      seq,
      session,
      frameId,
      loaderId,
      startedAt: timestamp,
      requestHeaders: maskSecrets(request.headers),
      requestBody: bodyOf(request),
      responseHeaders: {},
    });
    if (this.#details.size > 2_000) this.#details.delete(this.#details.keys().next().value ?? '');
    if (['Fetch', 'XHR', 'Document', 'Script'].includes(type)) this.#underWay.add(requestId);
  }

  #chainOf(frameId: string | undefined, session: SessionId, document: string | null): FrameChain | null {
    const known = frameId === undefined ? null : this.#frames.byId(frameId);
    const frame = known ?? this.#frames.ofContext(session);
    if (frame === null || frame.number === 0) return null;
    return this.#frames.chainOf(frame, document === null ? undefined : { url: document, origin: '' });
  }

  #isReadable({ page, chain }: LoggedEntry, mayRead: MayRead): boolean {
    if (chain !== null) return this.#frames.accessToChain(chain) === 'open';
    return page === null || mayRead(page);
  }

  #change(requestId: string, change: Partial<NetworkEntry>): void {
    const entry = this.#entries.find((each) => each.requestId === requestId);
    if (entry !== undefined) this.#entries.replace(entry.seq, { ...entry, ...change });
  }

  #end(requestId: string, change: Partial<NetworkEntry>): void {
    if (Object.keys(change).length > 0) this.#change(requestId, change);
    if (this.#underWay.delete(requestId)) this.#wake();
  }

  #forget(isGone: (details: RequestDetails) => boolean): void {
    for (const requestId of [...this.#underWay]) {
      const details = this.#details.get(requestId);
      if (details === undefined || isGone(details)) this.#end(requestId, {});
    }
  }

  #duration(requestId: string, timestamp: number): { durationMs?: number } {
    const startedAt = this.#details.get(requestId)?.startedAt;
    return startedAt === undefined ? {} : { durationMs: Math.round((timestamp - startedAt) * 1_000) };
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function shownEntry({ page: _, chain: __, ...entry }: LoggedEntry): NetworkEntry {
  return entry;
}

/** The page before may have been one that the agent may not see. */
function withoutHiddenReferrer(
  headers: Readonly<Record<string, string>>,
  mayRead: MayRead,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => !/^(?:referer|origin)$/i.test(name) || value === 'null' || mayRead(value),
    ),
  );
}

const passive = new Set(['Image', 'Font', 'Stylesheet', 'Script', 'Media', 'Manifest', 'Ping', 'Prefetch']);
const secretHeader =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token|x-csrf-token)$/i;

function bodyOf({ postDataEntries = [] }: Protocol.Network.Request): string | undefined {
  const parts = postDataEntries.flatMap(({ bytes }) => (bytes === undefined ? [] : [atob(bytes)]));
  if (parts.length === 0) return undefined;
  const bytes = Uint8Array.from(parts.join(''), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** More than is shown is masked: what is cut off inside of a secret must not be its beginning. */
const maskedBeyond = 20_000;

function maskBody(
  body: string,
  maxChars: number,
  mask: (text: string) => string,
): { text: string; totalChars: number } {
  const isWhole = body.length <= maxChars + maskedBeyond;
  const masked = mask(hideSecrets(isWhole ? body : body.slice(0, maxChars + maskedBeyond)));
  return { text: masked.slice(0, maxChars), totalChars: isWhole ? masked.length : body.length };
}

function maskSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeader.test(name) || isSecretPair(name, value) ? redacted : hideUrlSecrets(value).slice(0, 1_000),
    ]),
  );
}

function withoutSecrets(address: string): string {
  if (address.startsWith('data:')) return `${address.slice(0, 60)}…`;
  return hideUrlSecrets(address.slice(0, 20_000)).slice(0, 2_000);
}
