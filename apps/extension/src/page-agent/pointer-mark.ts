/** Shows the person the agent's pointer, and outlines what it looks at. Receives no clicks itself. */
let layer: { host: HTMLElement; cursor: HTMLElement; outline: HTMLElement } | null = null;
let fading: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = -Infinity;
/** A page that is slow to draw may show the pointer for so long after it was hidden. */
const drawMs = 500;

export function showPointer(x: number, y: number, pressed: boolean): void {
  const { cursor } = showLayer();
  cursor.style.translate = `${x}px ${y}px`;
  cursor.style.opacity = '1';
  cursor.classList.toggle('pressed', pressed);
  fadeAfter(2_000);
}

export function outline(box: { x: number; y: number; width: number; height: number }, ms: number): void {
  const { outline: frame } = showLayer();
  frame.style.translate = `${box.x - 3}px ${box.y - 3}px`;
  frame.style.width = `${box.width + 6}px`;
  frame.style.height = `${box.height + 6}px`;
  frame.style.opacity = '1';
  fadeAfter(ms);
}

/** Returns whether it was in sight until now, or until a moment ago. */
export function hidePointer(): boolean {
  clearTimeout(fading);
  const now = performance.now();
  if (layer !== null) hiddenAt = now;
  layer?.host.remove();
  layer = null;
  return now - hiddenAt < drawMs;
}

function fadeAfter(ms: number): void {
  clearTimeout(fading);
  fading = setTimeout(hidePointer, ms);
}

function showLayer(): NonNullable<typeof layer> {
  if (layer?.host.isConnected === true) return layer;
  const host = document.createElement('annotate-mcp-pointer');
  // Set as properties: a page's Content Security Policy may forbid style attributes, but not this.
  Object.assign(host.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    pointerEvents: 'none',
    border: '0',
    padding: '0',
    margin: '0',
    background: 'none',
    overflow: 'hidden',
    width: '100vw',
    height: '100vh',
  });
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const cursor = document.createElement('div');
  cursor.className = 'cursor';
  const frame = document.createElement('div');
  frame.className = 'outline';
  root.append(frame, cursor);
  host.popover = 'manual';
  document.documentElement.append(host);
  // Puts it into the top layer, above open dialogs.
  host.showPopover();
  layer = { host, cursor, outline: frame };
  return layer;
}

const styles = `
.cursor { position: absolute; left: -9px; top: -9px; width: 18px; height: 18px; box-sizing: border-box; border: 2px solid #fff;
  border-radius: 50%; background: #3b82f6; box-shadow: 0 1px 6px rgb(0 0 0 / 40%); opacity: 0; transition: translate 120ms ease-out, scale 120ms ease-out; }
.cursor.pressed { scale: 0.7; }
.outline { position: absolute; left: 0; top: 0; box-sizing: border-box; border: 2px solid #3b82f6; border-radius: 6px; background: rgb(59 130 246 / 8%); opacity: 0; }
@media (prefers-reduced-motion: reduce) { .cursor { transition: none; } }
`;
