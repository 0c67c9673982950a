import type { IntegrationOptions } from '@annotate-mcp/hub/integration';

export interface AnnotateOptions extends IntegrationOptions {
  /**
   * Whether elements get an attribute with their position in the source: in JSX, Vue templates, Svelte
   * components, HTML files and html`…` templates. Default: `true`.
   */
  sourceAttributes?: boolean;
}
