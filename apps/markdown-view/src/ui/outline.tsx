/** The headings of the document, beside the text or over it on a narrow screen. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { CloseButton, moveFocus } from '@annotate-mcp/overlay/ui';

import { type DocumentPanel, topSpace } from '../document/panel-types.ts';

import type { ViewProps } from './view-props.ts';

interface OutlineProps extends Pick<ViewProps, 'state' | 'dispatch'> {
  readonly panel: () => DocumentPanel | null;
  readonly narrow: boolean;
}

export function Outline({ state, dispatch, panel, narrow }: OutlineProps) {
  const ref = useRef<HTMLElement>(null);
  const current = useCurrentHeading(panel);
  // The panel draws the text after this component, so the headings are read in the next frame.
  const [items, setItems] = useState(() => panel()?.outline() ?? []);
  useEffect(() => setItems(panel()?.outline() ?? []), [state.text]);
  useEffect(() => {
    const active = ref.current?.querySelector('[aria-current]');
    active?.scrollIntoView({ block: 'nearest' });
  }, [current, items]);
  const close = () => dispatch({ type: 'tool', tool: 'outline', open: false });
  const go = (blockId: string) => {
    panel()?.moveTo({ blockId, offset: -topSpace });
    if (narrow) close();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
      panel()?.focus();
    } else moveFocus(event, ref.current, '.mdv-outline-item');
  };
  const top = Math.min(...items.map(({ level }) => level));
  return (
    <nav class="mdv-outline nga-root" aria-label="Outline" ref={ref} onKeyDown={keyDown}>
      <div class="mdv-outline-head">
        <h2>Outline</h2>
        <CloseButton onClick={close} />
      </div>
      {items.length === 0 && <p class="nga-muted">This document has no headings.</p>}
      <ul>
        {items.map(({ blockId, level, text }) => (
          <li key={blockId} style={{ paddingInlineStart: `${(level - top) * 12}px` }}>
            <button
              type="button"
              class="mdv-outline-item"
              dir="auto"
              title={text}
              aria-current={blockId === current ? 'location' : undefined}
              onClick={() => go(blockId)}
            >
              {text === '' ? 'Untitled' : text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useCurrentHeading(panel: () => DocumentPanel | null): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setCurrent(panel()?.currentHeading() ?? null);
      });
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', look, true);
    };
  }, []);
  return current;
}
