import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type ToNodes = (text: string) => ComponentChild[];

/** Loaded with the first text that is shown, and kept. */
let loaded: { toNodes: ToNodes } | null = null;

/** Markdown that somebody else wrote. Plain text until its reader is loaded, and when that cannot be had. */
export function Markdown({ text }: { text: string }) {
  const [ready, setReady] = useState<{ toNodes: ToNodes } | null>(loaded);
  useEffect(() => {
    if (ready) return;
    let shown = true;
    load()
      .then((reader) => {
        if (shown) setReady(reader);
      })
      // The text itself is on the screen already; only its emphasis is missing.
      .catch(() => undefined);
    return () => {
      shown = false;
    };
  }, []);
  return (
    <div class={`nga-md ${ready ? '' : 'nga-text'}`} dir="auto">
      {ready ? ready.toNodes(text) : text}
    </div>
  );
}

async function load(): Promise<{ toNodes: ToNodes }> {
  const { markdownNodes } = await import('./markdown-nodes.ts');
  return (loaded = { toNodes: markdownNodes });
}
