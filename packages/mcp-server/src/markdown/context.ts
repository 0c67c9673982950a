import type { ClientFacts } from '../client.ts';
import type { ToolContext } from '../tool.ts';

import type { MarkdownReview } from './review.ts';

/** What the tools of this family may use beside the rest. */
export interface MarkdownContext extends ToolContext {
  review: MarkdownReview;
  client: ClientFacts;
}
