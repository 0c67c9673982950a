import { Button, Icon } from '@annotate-mcp/overlay/ui';

import { foreignComments } from '../state/select.ts';

import type { ViewProps } from './view-props.ts';
import { plural } from './words.ts';

/** Above the text while it has comments that came with the repository, which the person has to decide about. */
export function RepositoryStrip({ state, commands }: ViewProps) {
  const foreign = foreignComments(state);
  if (foreign.length === 0 || state.connection.state === 'ended') return null;
  const ids = foreign.map(({ id }) => id);
  return (
    <div class="mdv-strip nga-root" role="region" aria-label="Comments from the repository">
      <Icon name="question" />
      <p class="nga-grow">
        <b>{plural(foreign.length, 'comment')} came with the repository.</b> No agent sees{' '}
        {foreign.length === 1 ? 'it' : 'them'} until you decide.
      </p>
      <Button
        title="Your agent gets the comments that are shown here"
        onClick={() => void commands.changeReview({ type: 'adopt_all', ids })}
      >
        Adopt all
      </Button>
      <Button
        variant="quiet"
        title="Your agent also gets what comes with it later, in every file. Undo: npx annotate-mcp trust --revoke"
        onClick={() => void commands.changeReview({ type: 'trust_repository' })}
      >
        Trust this repository
      </Button>
    </div>
  );
}
