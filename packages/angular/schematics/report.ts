/** Prints the result and the next steps. */
import type { SchematicContext } from '@angular-devkit/schematics';

import { snippetFor } from './mcp-config.ts';
import type { AiTool } from './options.ts';
import { warnOfOldNode } from './versions.ts';

export interface NgAddResult {
  changed: boolean;
  /** Changed files at the project root, which the CLI does not list. */
  outside: readonly string[];
  aiTool: AiTool;
  projectRoot: string;
}

export function reportResult(
  { changed, outside, aiTool, projectRoot }: NgAddResult,
  logger: SchematicContext['logger'],
): void {
  if (outside.length > 0) logger.info(`Changed at the project root ${projectRoot}: ${outside.join(', ')}.`);
  const warning = warnOfOldNode(process.versions.node);
  if (warning !== null) logger.warn(warning);
  if (aiTool === 'other') logger.info(describeManualConfig(projectRoot));
  logger.info(changed ? nextSteps : 'annotate-mcp is already set up; nothing was changed.');
}

function describeManualConfig(projectRoot: string): string {
  return `Add this server to the configuration of your agent, or run "npx annotate-mcp init":\n${snippetFor(projectRoot)}`;
}

const nextSteps = `annotate-mcp is set up. Next:
  1. Restart your agent in this project and allow the server "annotate".
  2. Run "ng serve", open the app and press Alt+Shift+A (Option on macOS).
  3. If something does not work, run "npx annotate-mcp doctor".`;
