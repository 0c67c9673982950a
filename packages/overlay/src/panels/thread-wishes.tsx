import { useReducer } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import type { Trials } from '../trials/trials.ts';
import { Button } from '../ui/button.tsx';
import { WishList } from '../ui/wish-list.tsx';

/** What the person tried by hand, and whether the page still shows it. */
export function ThreadWishes({ annotation, trials }: { annotation: Annotation; trials: Trials }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const wishes = 'wishes' in annotation ? annotation.wishes : [];
  const trial = trials.sent.get(annotation.id);
  if (wishes.length === 0) return null;
  return (
    <>
      <WishList wishes={wishes} />
      {trial?.element.isConnected === true && (
        <div class="nga-actions">
          <Button
            data-nga="take-back"
            title="The page still shows what you tried"
            onClick={() => {
              trial.revert();
              redraw(undefined);
            }}
          >
            Take it back in the page
          </Button>
        </div>
      )}
    </>
  );
}
