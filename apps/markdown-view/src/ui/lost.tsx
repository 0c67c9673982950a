import { Icon } from '@annotate-mcp/overlay/ui';

import type { Item } from '../state/select.ts';

import { Card } from './card.tsx';
import type { ViewProps } from './view-props.ts';
import { plural } from './words.ts';

/** Comments whose text is gone or occurs several times. They are always listed, and never placed by a guess. */
export function LostGroup({ items, ...props }: ViewProps & { items: readonly Item[] }) {
  return (
    <details class="mdv-lost" open={items.some(({ id }) => id === props.state.active)}>
      <summary>
        <Icon name="question" size={14} />
        <b>Lost their place</b>
        <span class="nga-muted">{plural(items.length, 'comment')}</span>
      </summary>
      <div class="mdv-lost-items">
        {items.map((item) => (
          <Card key={item.id} {...props} item={item} quoted />
        ))}
      </div>
    </details>
  );
}
