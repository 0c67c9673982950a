import type { Annotation } from '@annotate-mcp/core';

import type { PanelProps } from '../panel-props.ts';

/** What the parts below an item of the list get. */
export interface ItemProps extends Pick<PanelProps, 'state' | 'dispatch' | 'commands' | 'hub'> {
  item: Annotation;
  /** The item has the keyboard focus of the list, so that Tab moves into its buttons. */
  current: boolean;
}
