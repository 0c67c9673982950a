import type { IntegrationOptions } from '@annotate-mcp/hub/integration';

export interface AnnotateOptions extends IntegrationOptions {
  /** Whether elements get an attribute with their position in the source. Server components have no lines without it. Default: `true`. */
  sourceAttributes?: boolean;
}
