import { askForTrust, Icon, TrustButtons, useNotNow } from '@annotate-mcp/overlay/ui';

import { foreignComments } from '../state/select.ts';

import type { ViewProps } from './view-props.ts';

/** Above the text while it has comments that came with the repository, which the person has to decide about. */
export function RepositoryStrip({ state, dispatch, commands }: ViewProps) {
  const ids = foreignComments(state).map(({ id }) => id);
  const { isAsked, notNow } = useNotNow(ids);
  if (!isAsked || state.connection.state === 'ended') return null;
  return (
    <div class="mdv-strip nga-root" role="region" aria-label="Comments that are not trusted">
      <Icon name="question" />
      <p class="nga-grow">
        <b>{askForTrust(ids.length)}</b> No agent sees {ids.length === 1 ? 'it' : 'them'} before.
      </p>
      <TrustButtons
        ids={ids}
        onTrust={({ later }) =>
          void commands.changeReview(later ? { type: 'trust_repository' } : { type: 'adopt_all', ids })
        }
        onLook={(id) => dispatch({ type: 'activate', id })}
        onNotNow={notNow}
      />
    </div>
  );
}
