import { Select } from '@annotate-mcp/overlay/ui';

import type { ViewProps } from './view-props.ts';

const choices = { sidecar: 'Stored in the project', mirror: 'Stored in project and file' } as const;

/** Where comments on this document are stored. Each can also be moved on its own. */
export function StoreSelect({ state, commands }: Pick<ViewProps, 'state' | 'commands'>) {
  const { file, mirror } = state;
  if (file?.writable !== true) return null;
  return (
    <span class="mdv-store-select" title="Where comments are stored">
      <Select
        label="Where comments are stored"
        options={choices}
        value={mirror ? 'mirror' : 'sidecar'}
        onChange={(chosen) => void commands.changeReview({ type: 'mirror', mirror: chosen === 'mirror' })}
      />
    </span>
  );
}
