import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { FileChip } from './file-chip.tsx';

type ToNodes = (text: string, showFile: (path: string) => ComponentChild) => ComponentChild[];

/** The parser, loaded with the first text that is shown. */
let loaded: { toNodes: ToNodes } | null = null;

/** Shows Markdown of an agent or a person. It is plain text until the parser is loaded, or when that fails. */
export function Markdown({ text }: { text: string }) {
  const [ready, setReady] = useState<{ toNodes: ToNodes } | null>(loaded);
  useEffect(() => {
    if (ready) return;
    let shown = true;
    load()
      .then((reader) => {
        if (shown) setReady(reader);
      })
      // The text is shown already; only its formatting is missing.
      .catch(() => undefined);
    return () => {
      shown = false;
    };
  }, []);
  return (
    <div class={`nga-md ${ready ? '' : 'nga-text'}`} dir="auto">
      {ready ? ready.toNodes(text, showFile) : text}
    </div>
  );
}

function showFile(path: string) {
  return <FileChip path={path} class="nga-file" />;
}

async function load(): Promise<{ toNodes: ToNodes }> {
  const { markdownNodes } = await import('./markdown-nodes.ts');
  return (loaded = { toNodes: markdownNodes });
}
