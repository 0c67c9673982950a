import type { ClientFacts } from '../../client.ts';
import type { ToolContext } from '../../tool.ts';
import type { MarkdownService } from '../service.ts';

/** What the tools of this toolset may use besides the rest. */
export interface MarkdownContext extends ToolContext {
  markdown: MarkdownService;
  client: ClientFacts;
}
