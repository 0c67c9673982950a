import { useMemo } from 'preact/hooks';

import { diffWords } from '@annotate-mcp/markdown';

/** Two texts in one: words that are gone are struck through, new words are underlined. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p class="mdv-diff" dir="auto">
      {parts.map(({ kind, text }) =>
        kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : text,
      )}
    </p>
  );
}
