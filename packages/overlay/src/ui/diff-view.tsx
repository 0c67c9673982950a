import { useEffect, useMemo, useState } from 'preact/hooks';

import { type DiffLine, diffLinesOf, type FileDiff } from '@annotate-mcp/core';

import { Button } from './button.tsx';
import type { DiffToken, DiffTokens } from './highlight-diff.ts';

export type LoadDiffs = (stepId: string) => Promise<readonly FileDiff[]>;

interface DiffsProps {
  stepId: string;
  loadDiffs: LoadDiffs;
}

/** A button that shows the diffs of one step. */
export function DiffOnDemand(props: DiffsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" pressed={open} data-nga="diff" onClick={() => setOpen(!open)}>
        Diff
      </Button>
      {open && <Diffs {...props} />}
    </>
  );
}

/** The diffs of one step as text. They are fetched each time they are shown, because the step may have gone on. */
export function Diffs({ stepId, loadDiffs }: DiffsProps) {
  const [diffs, setDiffs] = useState<readonly FileDiff[] | 'failed' | null>(null);
  useEffect(() => {
    loadDiffs(stepId).then(setDiffs, () => setDiffs('failed'));
  }, [stepId]);
  if (diffs === 'failed')
    return (
      <p class="nga-small nga-muted" role="status">
        The diff could not be loaded. Look at it with git diff.
      </p>
    );
  return (
    <>
      {diffs?.map((diff) => (
        <Diff key={diff.file} {...diff} />
      ))}
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
