import type { Verdict } from '@annotate-mcp/markdown';
import { Age, Icon } from '@annotate-mcp/overlay/ui';

import type { ViewProps } from './view-props.ts';

const pastWords: Readonly<Record<Verdict, string>> = {
  approve: 'You approved this',
  changes: 'You requested changes',
  comment: 'You commented on this',
};

/** The last verdict, and whether the document has changed since. */
export function VerdictNote({ state: { verdict } }: Pick<ViewProps, 'state'>) {
  if (verdict === null) return null;
  return (
    <span class="mdv-status-part" role="status" title={verdict.text}>
      <Icon name={verdict.verdict === 'approve' ? 'check' : 'pin'} size={14} />
      <span>
        {pastWords[verdict.verdict]}
        {verdict.outdated ? ', before it changed' : ''} · <Age at={verdict.at} class="nga-muted" />
      </span>
    </span>
  );
}
