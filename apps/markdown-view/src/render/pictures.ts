/**
 * Shows the pictures of the document. Those beside the file are read by the server when they come near the screen;
 * those on other machines are never requested: the person can open them in the browser.
 */

export interface LoadedPicture {
  /** A `data:` address: every host allows it, and no address carries the token of the view. */
  readonly url: string;
  readonly bytes: number;
}

export interface Pictures {
  /** Shows the pictures of this block as soon as they are near the screen. */
  readonly watch: (block: Element) => void;
  /** The picture with this address has changed. */
  readonly reload: (address: string) => void;
  /** Resolves when every watched picture was read, or refused. */
  readonly loadAll: () => Promise<void>;
  readonly close: () => void;
}

export interface PicturesOptions {
  readonly article: HTMLElement;
  readonly scroller: Element | null;
  /** Rejects with an error whose message is the reason that the reader sees. */
  readonly load: (address: string) => Promise<LoadedPicture>;
  readonly onDrawn: () => void;
}

/** All pictures of a document together; a frame keeps them in memory. */
const mostBytes = 64_000_000;
/** The margin around the visible part. */
const ahead = '800px 0px';

export function createPictures({ article, scroller, load, onDrawn }: PicturesOptions): Pictures {
  const loads = new Map<string, Promise<LoadedPicture>>();
  const waiting = new Set<HTMLElement>();
  let bytes = 0;
  let closed = false;

  const loaded = (address: string) => {
    const begun = loads.get(address);
    if (begun !== undefined) return begun;
    if (bytes > mostBytes)
      return Promise.reject(new Error(`not loaded: the others take up ${mostBytes / 1e6} MB already`));
    const started = load(address).then((picture) => {
      bytes += picture.bytes;
      return picture;
    });
    loads.set(address, started);
    return started;
  };
  const draw = async (frame: HTMLElement) => {
    waiting.delete(frame);
    observer.unobserve(frame);
    try {
      showPicture(frame, await decoded((await loaded(frame.dataset.address ?? '')).url));
    } catch (cause) {
      showReason(frame, cause instanceof Error ? cause.message : String(cause));
    }
    if (!closed) onDrawn();
  };
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes)
        if (isIntersecting && target instanceof HTMLElement) void draw(target);
    },
    // The document instead of `null`, because `null` ignores the margin in a frame of another origin.
    { root: scroller ?? document, rootMargin: ahead },
  );

  return {
    watch(block) {
      for (const frame of block.querySelectorAll<HTMLElement>('.picture[data-address]')) {
        if (isForeign(frame.dataset.address ?? '')) showForeign(frame);
        else {
          waiting.add(frame);
          observer.observe(frame);
        }
      }
    },
    reload(address) {
      loads.delete(address);
      for (const frame of article.querySelectorAll<HTMLElement>('.picture[data-address]'))
        if (frame.dataset.address === address && !waiting.has(frame)) void draw(frame);
    },
    async loadAll() {
      await Promise.all([...waiting].filter(({ isConnected }) => isConnected).map(draw));
    },
    close() {
      closed = true;
      observer.disconnect();
    },
  };
}

/** On another machine. */
function isForeign(address: string): boolean {
  return /^(?:https?:)?\/\//i.test(address);
}

/** Only a picture that the browser can decode replaces the one before. */
async function decoded(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode().catch((cause: unknown) => {
    throw new Error('the browser cannot show it', { cause });
  });
  return picture;
}

function showPicture(frame: HTMLElement, picture: HTMLImageElement): void {
  const { width, height } = frame.dataset;
  if (width !== undefined) picture.setAttribute('width', width);
  if (height !== undefined) picture.setAttribute('height', height);
  // The frame has the description.
  picture.alt = '';
  // A drag that starts on it selects; the browser would drag the picture.
  picture.draggable = false;
  frame.replaceChildren(picture);
  frame.dataset.state = 'shown';
}

function showReason(frame: HTMLElement, reason: string): void {
  const { alt = '', address = '' } = frame.dataset;
  const words = `${alt === '' ? address : alt} · ${reason}`;
  frame.replaceChildren();
  frame.dataset.state = 'refused';
  frame.dataset.words = words;
  frame.setAttribute('aria-label', words);
}

/** Inside a link the click belongs to the link. */
function showForeign(frame: HTMLElement): void {
  frame.dataset.state = 'foreign';
  if (frame.closest('a[href]') !== null) return;
  const host = URL.parse(frame.dataset.address ?? '', 'https://x')?.hostname ?? '';
  const open = document.createElement('button');
  open.type = 'button';
  open.className = 'picture-open';
  open.dataset.words = `Open from ${host}`;
  open.setAttribute('aria-label', `Open the picture from ${host} in the browser`);
  frame.setAttribute('role', 'group');
  frame.replaceChildren(open);
}
