import { useState } from 'preact/hooks';

import { type DiffLine, diffLinesOf, type FileDiff } from '@annotate-mcp/core';

import { Button } from './button.tsx';

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
      <Button look="quiet" pressed={open} data-nga="diff" onClick={toggle}>
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
  return (
    <pre class="nga-diff nga-mono" aria-label={`Changes of ${file}`} tabIndex={0}>
      {diffLinesOf(patch).map(({ kind, text }, index) => (
        <span key={index} class={classes[kind]}>
          {`${text}\n`}
        </span>
      ))}
    </pre>
  );
}

const classes: Readonly<Record<DiffLine['kind'], string>> = {
  note: 'nga-muted',
  added: 'nga-added',
  removed: 'nga-removed',
  same: '',
};
