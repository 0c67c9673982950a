/**
 * Shows the person that an agent uses this tab: a frame around the page, and a label with a button that stops the agent
 * here. The page decides nothing by it. It is in no snapshot and in no picture, and takes no room in the page.
 */
interface Mark {
  readonly host: HTMLElement;
  readonly label: HTMLElement;
  readonly words: HTMLElement;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

declare global {
  /** Chrome provides it in the world of the page agent only. */
  var annotateStop: ((reason: string) => void) | undefined;
}

const places = ['bottom', 'top', 'side'] as const;

let mark: Mark | null = null;
let expiry: ReturnType<typeof setTimeout> | undefined;
/** Runs while the mark is concealed, also before there is one: the driver may ask for a picture first. */
let concealed: ReturnType<typeof setTimeout> | undefined;
/** Where the agent has just clicked: the label must not be there. */
let lastPoints: readonly Point[] = [];

/** The driver repeats it. The mark goes by itself after `ms`, because a debugger that is detached can remove nothing. */
export function showMark(agent: string, ms: number): void {
  clearTimeout(expiry);
  expiry = setTimeout(hideMark, ms);
  if (mark?.host.isConnected !== true) mark = createMark();
  if (mark !== null) mark.words.textContent = `${agent} is using this tab`;
}

export function hideMark(): void {
  clearTimeout(expiry);
  mark?.host.remove();
  mark = null;
  lastPoints = [];
}

/**
 * For a picture. The mark comes back by itself if the driver does not say that no other picture follows. Returns whether
 * it was in sight until now.
 */
export function concealMark(): boolean {
  const wasInSight = mark?.host.isConnected === true && concealed === undefined;
  clearTimeout(concealed);
  concealed = setTimeout(revealMark, concealedMs);
  if (mark !== null) setOpacity(mark.host);
  return wasInSight;
}

const concealedMs = 5_000;

export function revealMark(): void {
  clearTimeout(concealed);
  concealed = undefined;
  if (mark !== null) setOpacity(mark.host);
}

function setOpacity(host: HTMLElement): void {
  host.style.setProperty('opacity', concealed === undefined ? '1' : '0', 'important');
}

/** Moves the label away from a point that the agent is about to use. */
export function makeWay(x: number, y: number): void {
  lastPoints = [...lastPoints.slice(-1), { x, y }];
  if (mark === null || !lastPoints.some((point) => isOnLabel(point))) return;
  for (const place of places) {
    mark.label.className = `label ${place}`;
    if (!lastPoints.some((point) => isOnLabel(point))) return;
  }
}

function isOnLabel({ x, y }: Point): boolean {
  if (mark === null) return false;
  const { left, top, right, bottom } = mark.label.getBoundingClientRect();
  return x >= left - roomPx && x <= right + roomPx && y >= top - roomPx && y <= bottom + roomPx;
}

const roomPx = 4;

function createMark(): Mark | null {
  // A document that is a picture or XML has no place for it.
  if (!(document.documentElement instanceof HTMLElement)) return null;
  const host = document.createElement('annotate-mcp-mark');
  host.ariaHidden = 'true';
  for (const [name, value] of Object.entries(hostStyles)) host.style.setProperty(name, value, 'important');
  setOpacity(host);
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const [edge, label, dot, words, stop] = ['edge', 'label bottom', 'dot', 'words', 'stop'].map(createPart);
  if (!edge || !label || !dot || !words || !stop) return null;
  stop.textContent = 'Stop';
  stop.title = 'Takes this tab back from the agent. The popup of the extension can hand it over again.';
  stop.addEventListener('click', (event) => {
    event.stopPropagation();
    if (!event.isTrusted) return;
    globalThis.annotateStop?.('');
    hideMark();
  });
  label.append(dot, words, stop);
  root.append(edge, label);
  host.popover = 'manual';
  document.documentElement.append(host);
  // Puts it into the top layer, above open dialogs.
  host.showPopover();
  return { host, label, words };
}

/** No buttons: they could get the focus of the page. The popup and a key do the same for people who use no mouse. */
function createPart(className: string): HTMLElement {
  const part = document.createElement('div');
  part.className = className;
  return part;
}

const hostStyles = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  inset: '0',
  width: 'auto',
  height: 'auto',
  'max-width': 'none',
  'max-height': 'none',
  'z-index': '2147483646',
  'pointer-events': 'none',
  overflow: 'hidden',
  // A layer of its own: to hide it, nothing of the page has to be painted again.
  'will-change': 'opacity',
  'color-scheme': 'light',
} as const;

const styles = `
@media print { .edge, .label { display: none; } }
.edge { position: absolute; inset: 0; border: 2px solid #3b82f6; box-shadow: inset 0 0 0 1px rgb(255 255 255 / 55%); }
.label { position: absolute; display: flex; align-items: center; gap: 8px; box-sizing: border-box; max-width: calc(100vw - 24px);
  padding: 4px 4px 4px 12px; border-radius: 16px; background: #18181b; color: #fafafa; font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  box-shadow: 0 0 0 1px rgb(255 255 255 / 35%), 0 4px 16px rgb(0 0 0 / 30%); }
.bottom { bottom: 10px; left: 50%; translate: -50% 0; }
.top { top: 10px; left: 50%; translate: -50% 0; }
.side { top: 50%; left: 10px; translate: 0 -50%; }
.dot { flex: none; width: 8px; height: 8px; border-radius: 50%; background: #60a5fa; }
.words { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.stop { flex: none; padding: 1px 10px; border-radius: 12px; background: #fafafa; color: #18181b; font-weight: 600; cursor: pointer; pointer-events: auto; user-select: none; }
.stop:hover { background: #fecdd3; }
.stop:active { background: #fda4af; }
@media (forced-colors: active) { .label, .stop { border: 1px solid ButtonText; } }
`;
