import type { IntegrationOptions } from '@annotate-mcp/hub/integration';

export interface AnnotateOptions extends IntegrationOptions {
  /**
   * Whether elements get an attribute with their position in the source. `auto` (default): in Vue templates, HTML
   * files, html`…` templates, and in JSX except React's, which does not need it. `true`: in React's too. `false`: nowhere.
   */
  sourceAttributes?: 'auto' | boolean;
}
