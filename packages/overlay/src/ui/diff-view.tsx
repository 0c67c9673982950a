import { useEffect, useMemo, useState } from 'preact/hooks';

import { type DiffLine, diffLinesOf, type FileDiff } from '@annotate-mcp/core';

import { Button } from './button.tsx';
import type { DiffToken, DiffTokens } from './highlight-diff.ts';

export type LoadDiffs = (stepId: string) => Promise<readonly FileDiff[]>;

/** A button that fetches the diffs of one step and shows them as text. */
export function DiffOnDemand({ stepId, loadDiffs }: { stepId: string; loadDiffs: LoadDiffs }) {
  const [open, setOpen] = useState(false);
  const [diffs, setDiffs] = useState<readonly FileDiff[] | 'failed' | null>(null);
  const toggle = () => {
    setOpen(!open);
    if (open) return;
    // Each time, because the step may have gone on.
    loadDiffs(stepId).then(setDiffs, () => setDiffs('failed'));
  };
  return (
    <>
      <Button variant="quiet" pressed={open} data-nga="diff" onClick={toggle}>
        Diff
      </Button>
      {open && diffs === 'failed' && (
        <p class="nga-small nga-muted" role="status">
          The diff could not be loaded. Look at it with git diff.
        </p>
      )}
      {open && diffs !== 'failed' && diffs?.map((diff) => <Diff key={diff.file} {...diff} />)}
    </>
  );
}

function Diff({ file, patch }: FileDiff) {
  const lines = useMemo(() => diffLinesOf(patch), [patch]);
  const tokens = useTokens(file, lines);
  return (
    <pre class="nga-diff nga-mono" aria-label={`Changes of ${file}`} tabIndex={0}>
      <b>{`${file}\n`}</b>
      {lines.map(({ kind, text }, at) => (
        <span key={at} class={classes[kind]}>
          {tokens?.has(at) === true ? [text.slice(0, 1), tokens.get(at)?.map(tokenNode)] : text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** `null` until the highlighter is loaded, and where it cannot be: the text is the same without it. */
function useTokens(file: string, lines: readonly DiffLine[]): DiffTokens | null {
  const [tokens, setTokens] = useState<DiffTokens | null>(null);
  useEffect(() => {
    let isShown = true;
    import('./highlight-diff.ts').then(
      ({ highlightDiff }) =>
        isShown &&
        setTokens(
          highlightDiff(
            file,
            lines.map(({ text }) => text),
          ),
        ),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [file, lines]);
  return tokens;
}

function tokenNode({ text, kind }: DiffToken, index: number) {
  const look = looks[kind];
  if (look === undefined) return text;
  return (
    <span key={index} class={look}>
      {text}
    </span>
  );
}

const looks: Partial<Record<DiffToken['kind'], string>> = {
  keyword: 'nga-code-keyword',
  string: 'nga-code-string',
  comment: 'nga-code-comment',
  class: 'nga-code-name',
  entity: 'nga-code-name',
};

const classes: Readonly<Record<DiffLine['kind'], string>> = {
  note: 'nga-muted',
  added: 'nga-line-added',
  removed: 'nga-line-removed',
  same: '',
};
