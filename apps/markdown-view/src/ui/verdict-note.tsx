import type { Verdict } from '@annotate-mcp/markdown';
import { Age, Icon } from '@annotate-mcp/overlay/ui';

import type { ViewProps } from './view-props.ts';

const pastWords: Readonly<Record<Verdict, { wide: string; narrow: string }>> = {
  approve: { wide: 'You approved this', narrow: 'Approved' },
  changes: { wide: 'You requested changes', narrow: 'Changes requested' },
  comment: { wide: 'You commented on this', narrow: 'Commented' },
};

/** The last verdict, and whether the document has changed since. */
export function VerdictNote({ state: { verdict }, narrow }: Pick<ViewProps, 'state'> & { narrow: boolean }) {
  if (verdict === null) return null;
  return (
    <span class="mdv-status-part" role="status" title={verdict.text}>
      <Icon name={verdict.verdict === 'approve' ? 'check' : 'pin'} size={14} />
      <span>
        {pastWords[verdict.verdict][narrow ? 'narrow' : 'wide']}
        {verdict.outdated ? ', before it changed' : ''} · <Age at={verdict.at} class="nga-muted" />
      </span>
    </span>
  );
}
