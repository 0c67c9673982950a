/** What a resolution changed in the files. */
import { useState } from 'preact/hooks';

import type { Edit, EditedFile, NoPatch } from '@annotate-mcp/core';

import { Button } from './button.tsx';
import { Diffs, type LoadDiffs } from './diff-view.tsx';
import { FileChip } from './file-chip.tsx';

export interface EditedViewProps {
  id: string;
  edited: Edit;
  /** For a page on the machine that has the changes; others get the names of the files only. */
  patchHere?: PatchHere | undefined;
}

export interface PatchHere {
  loadDiffs: LoadDiffs;
  /** Has the person asked whether to undo it. Rejects with what keeps it from being undone. `null` where it is not in the files. */
  onUndo: (() => Promise<void>) | null;
  /** The person is asked at the moment. */
  asked: boolean;
}

/** Folded: what changed on the page says more than the files do. */
export function EditedView({ id, edited, patchHere }: EditedViewProps) {
  const { files, moreFiles = 0, patch, noPatch } = edited;
  const [open, setOpen] = useState(false);
  const count = files.length + moreFiles;
  return (
    <div class="nga-work nga-edited" data-nga="edited" role="group" aria-label="Changed files">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <b>{count === 1 ? '1 file' : `${count} files`} changed</b> <Lines {...sumOf(files)} />
        </summary>
        <div class="nga-chips">
          {files.slice(0, mostShown).map((file) => (
            <EditedFileChip key={file.file} {...file} isOnly={count === 1} />
          ))}
          {count > mostShown && <span class="nga-chip nga-muted">+{count - mostShown}</span>}
        </div>
        {noPatch !== undefined && <p class="nga-small nga-muted">{reasons[noPatch]}</p>}
        {patch !== undefined && patchHere === undefined && (
          <p class="nga-small nga-muted">The changes themselves are on the machine where the agent worked.</p>
        )}
        {open && patch !== undefined && patchHere !== undefined && (
          <Diffs stepId={id} loadDiffs={patchHere.loadDiffs} />
        )}
      </details>
      {patch !== undefined && patchHere?.onUndo && (
        <UndoEdit onUndo={patchHere.onUndo} asked={patchHere.asked} />
      )}
    </div>
  );
}

function UndoEdit({ onUndo, asked }: { onUndo: () => Promise<void>; asked: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const undo = () => {
    setProblem(null);
    onUndo().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      <Button variant="quiet" data-nga="undo" busy={asked} onClick={undo}>
        Undo…
      </Button>
      <p class="nga-small nga-problem" role="status">
        {problem}
      </p>
    </>
  );
}

const mostShown = 12;

const reasons: Readonly<Record<NoPatch, string>> = {
  'no-git': 'Without git, the changes themselves are not kept.',
  'git-refused':
    'git does not read this repository, so the changes themselves are not kept. git status says why.',
  'too-slow': 'The repository is too large to keep the changes themselves.',
  'too-large': 'Too much was changed to be kept. Look at it with git diff.',
  'not-in-git': 'Some of it is not in git, so the changes themselves are not kept.',
  filtered: 'A filter of git, such as git-lfs, changes some of it, so the changes themselves are not kept.',
  'not-claimed': 'As the agent names them: it did not say when it began.',
};

/** The lines of the only file are said already. */
function EditedFileChip({ file, change, from, added, removed, isOnly }: EditedFile & { isOnly: boolean }) {
  return (
    <FileChip path={file}>
      {change !== undefined && (
        <span class="nga-muted">{from === undefined ? words[change] : `was ${from}`}</span>
      )}
      {!isOnly && <Lines added={added} removed={removed} />}
    </FileChip>
  );
}

const words = { added: 'new', deleted: 'deleted', renamed: 'renamed' } as const;

function Lines({ added = 0, removed = 0 }: { added?: number | undefined; removed?: number | undefined }) {
  return (
    <>
      {added > 0 && (
        <span class="nga-added">
          +{added}
          <span class="nga-unseen"> lines</span>
        </span>
      )}
      {added > 0 && removed > 0 && ' '}
      {removed > 0 && (
        <span class="nga-removed">
          −{removed}
          <span class="nga-unseen"> lines</span>
        </span>
      )}
    </>
  );
}

function sumOf(files: readonly EditedFile[]): { added: number; removed: number } {
  return files.reduce(
    (sum, { added = 0, removed = 0 }) => ({ added: sum.added + added, removed: sum.removed + removed }),
    { added: 0, removed: 0 },
  );
}
