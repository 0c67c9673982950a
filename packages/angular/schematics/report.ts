/** What a person is told at the end. */
import type { SchematicContext } from '@angular-devkit/schematics';

import { snippetFor } from './mcp-config.ts';
import type { AiTool } from './options.ts';
import { oldNode } from './versions.ts';

export interface Outcome {
  changed: boolean;
  /** Files at the git root, where the CLI does not list them. */
  outside: readonly string[];
  aiTool: AiTool;
  gitRoot: string;
}

export function conclude(
  { changed, outside, aiTool, gitRoot }: Outcome,
  logger: SchematicContext['logger'],
): void {
  if (outside.length > 0) logger.info(`At the root of the repository, ${gitRoot}: ${outside.join(', ')}.`);
  const warning = oldNode(process.versions.node);
  if (warning !== null) logger.warn(warning);
  if (aiTool === 'other') logger.info(byHand(gitRoot));
  logger.info(changed ? nextSteps : 'annotate-mcp is set up here already; nothing was changed.');
}

function byHand(gitRoot: string): string {
  return `Add this server to the configuration of your agent, or let "npx annotate-mcp init" do it:\n${snippetFor(gitRoot)}`;
}

const nextSteps = `annotate-mcp is set up. Next:
  1. Start your agent in this project anew and allow the server "annotate".
  2. Run "ng serve", open the app and press Alt+Shift+A (Option on macOS).
  3. "npx annotate-mcp doctor" shows the whole chain.`;
