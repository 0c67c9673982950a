import type { DevServerBuilderOptions } from '@angular/build';

import type { IntegrationOptions } from '@annotate-mcp/hub/integration';

/** The options in schema.json: all of `@angular/build:dev-server`, and `annotate`. */
export interface DevServerOptions extends DevServerBuilderOptions {
  annotate?: AnnotateOptions;
}

export type AnnotateOptions = IntegrationOptions;
