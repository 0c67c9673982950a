/** Prints the result and the next steps. */
import type { SchematicContext } from '@angular-devkit/schematics';

import { snippetFor } from './mcp-config.ts';
import type { AiTool } from './options.ts';
import { warnOfOldNode } from './versions.ts';

export interface NgAddResult {
  changed: boolean;
  /** Changed files at the git root, which the CLI does not list. */
  outside: readonly string[];
  aiTool: AiTool;
  gitRoot: string;
}

export function reportResult(
  { changed, outside, aiTool, gitRoot }: NgAddResult,
  logger: SchematicContext['logger'],
): void {
  if (outside.length > 0) logger.info(`Changed at the git root ${gitRoot}: ${outside.join(', ')}.`);
  const warning = warnOfOldNode(process.versions.node);
  if (warning !== null) logger.warn(warning);
  if (aiTool === 'other') logger.info(describeManualConfig(gitRoot));
  logger.info(changed ? nextSteps : 'annotate-mcp is already set up; nothing was changed.');
}

function describeManualConfig(gitRoot: string): string {
  return `Add this server to the configuration of your agent, or run "npx annotate-mcp init":\n${snippetFor(gitRoot)}`;
}

const nextSteps = `annotate-mcp is set up. Next:
  1. Restart your agent in this project and allow the server "annotate".
  2. Run "ng serve", open the app and press Alt+Shift+A (Option on macOS).
  3. If something does not work, run "npx annotate-mcp doctor".`;
