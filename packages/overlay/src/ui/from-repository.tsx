/** What is said about annotations that came with the repository: no agent sees them before the person trusts them. */
import { useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { Button } from './button.tsx';

export const notTrusted = 'Not trusted';

export function isFromRepository({ origin }: Annotation): boolean {
  return origin === 'repository';
}

/** At the top of a thread. */
export function OriginRemark({ annotation }: { annotation: Annotation }) {
  if (!isFromRepository(annotation)) return null;
  return (
    <div class="nga-box" data-nga="from-repository">
      <p>
        <b>{notTrusted}.</b> {whyNotTrusted}
      </p>
    </div>
  );
}

export const whyNotTrusted =
  'It came with this repository, and its author is only what it says. Read it before you trust it: your agent follows it then.';

export function askForTrust(count: number): string {
  return count === 1
    ? '1 comment came with this repository. Trust it?'
    : `${count} comments came with this repository. Trust them?`;
}

interface TrustQuestionProps {
  /** Of those that came with the repository. */
  ids: readonly string[];
  onTrust: (options: { later: boolean }) => void;
  onLook: (id: string) => void;
}

/** Above a list that has some. */
export function TrustQuestion({ ids, onTrust, onLook }: TrustQuestionProps) {
  const { isAsked, notNow } = useNotNow(ids);
  if (!isAsked) return null;
  return (
    <div class="nga-box" data-nga="from-repository">
      <p>
        <b>{askForTrust(ids.length)}</b> No agent sees {ids.length === 1 ? 'it' : 'them'} before.
      </p>
      <div class="nga-actions">
        <TrustButtons ids={ids} onTrust={onTrust} onLook={onLook} onNotNow={notNow} />
      </div>
    </div>
  );
}

/** "Not now" holds for these comments, until the question is shown anew. */
export function useNotNow(ids: readonly string[]): { isAsked: boolean; notNow: () => void } {
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set());
  return {
    isAsked: ids.some((id) => !postponed.has(id)),
    notNow: () => setPostponed(new Set(ids)),
  };
}

export function TrustButtons({
  ids,
  onTrust,
  onLook,
  onNotNow,
}: TrustQuestionProps & { onNotNow: () => void }) {
  const [later, setLater] = useState(false);
  const [first] = ids;
  return (
    <>
      <Button data-nga="adopt-all" onClick={() => onTrust({ later })}>
        {ids.length === 1 ? 'Trust it' : 'Trust all'}
      </Button>
      <Button
        variant="quiet"
        data-nga="look-at-each"
        onClick={() => {
          if (first !== undefined) onLook(first);
        }}
      >
        {ids.length === 1 ? 'Look at it' : 'Look at each'}
      </Button>
      <Button variant="quiet" data-nga="not-now" onClick={onNotNow}>
        Not now
      </Button>
      <label
        class="nga-row nga-small"
        title="Agents also get what later comes with this repository. Undo: npx annotate-mcp trust --revoke"
      >
        <input
          type="checkbox"
          data-nga="trust-repository"
          checked={later}
          onChange={(event) => setLater(event.currentTarget.checked)}
        />{' '}
        Also what comes later
      </label>
    </>
  );
}
