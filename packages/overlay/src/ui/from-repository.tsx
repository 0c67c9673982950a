/** What is said about annotations that came with the repository: no agent sees them before the person adopts them. */
import type { Annotation } from '@annotate-mcp/core';

import { Button } from './button.tsx';

export const fromRepository = 'From the repository';

export function isFromRepository({ origin }: Annotation): boolean {
  return origin === 'repository';
}

/** At the top of a thread. */
export function OriginRemark({ annotation }: { annotation: Annotation }) {
  if (!isFromRepository(annotation)) return null;
  return (
    <div class="nga-box" data-nga="from-repository">
      <p>
        <b>{fromRepository}.</b> It was not written here, and its author is only what it says. Read it before
        you adopt it: your agent follows it then.
      </p>
    </div>
  );
}

export interface AdoptRemarkProps {
  /** How many came with the repository. */
  count: number;
  onAdoptAll: () => void;
  onTrust: () => void;
}

/** Above a list that has some. */
export function AdoptRemark({ count, onAdoptAll, onTrust }: AdoptRemarkProps) {
  if (count === 0) return null;
  return (
    <div class="nga-box" data-nga="from-repository">
      <p>
        <b>{count === 1 ? '1 comment came' : `${count} comments came`} with the repository.</b> No agent sees{' '}
        {count === 1 ? 'it' : 'them'} until you decide.
      </p>
      <div class="nga-actions">
        <Button data-nga="adopt-all" onClick={onAdoptAll}>
          Adopt all
        </Button>
        <Button
          variant="quiet"
          data-nga="trust-repository"
          title="Agents also get what later comes with it. Undo: npx annotate-mcp trust --revoke"
          onClick={onTrust}
        >
          Trust this repository
        </Button>
      </div>
    </div>
  );
}
