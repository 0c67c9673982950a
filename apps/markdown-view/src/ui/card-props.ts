import type { Item } from '../state/select.ts';

import type { ViewProps } from './view-props.ts';

export interface CardProps extends ViewProps {
  readonly item: Item;
  /** Shows the text that the comment is about, where the document is not beside the card. */
  readonly quoted: boolean;
}
