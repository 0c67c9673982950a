/** What the person can do at a line, as editors offer it. */
import { type CodeAction, CodeActionKind, type Diagnostic } from 'vscode-languageserver/node';

import type { Annotation } from '@annotate-mcp/core';

import { type ActArguments, type ClientCommand, type CommandTarget, serverCommands } from '../protocol.ts';
import { diagnosticSource, shortId } from '../shown/diagnostic.ts';
import { pageLink } from '../shown/page-link.ts';
import { plainLine, shortened } from '../shown/plain-text.ts';

import { offeredActions } from './actions.ts';

export interface CodeActionOptions {
  /** Commands that the editor runs itself. */
  clientCommands: readonly ClientCommand[];
  /** What the editor shows at the place; those of the annotation are named in its actions. */
  diagnostics: readonly Diagnostic[];
}

const longestText = 40;

export function codeActionsOf(annotation: Annotation, options: CodeActionOptions): CodeAction[] {
  const about = shortened(plainLine(annotation.annotationText), longestText);
  const diagnostics = options.diagnostics.filter(
    ({ source, code }) => source === diagnosticSource && code === shortId(annotation.id),
  );
  return commandsOf(annotation, options).map(({ title, command, argument }) => ({
    title: `${title}: ${about}`,
    kind: CodeActionKind.QuickFix,
    ...(diagnostics.length > 0 && { diagnostics }),
    command: { title, command, arguments: [argument] },
  }));
}

interface OfferedCommand {
  title: string;
  command: string;
  argument: CommandTarget | ActArguments;
}

function commandsOf(annotation: Annotation, { clientCommands }: CodeActionOptions): OfferedCommand[] {
  const { id } = annotation;
  const offered = offeredActions(annotation);
  const canReply =
    offered.some(({ name }) => name === 'reply') && clientCommands.includes('annotate-mcp.reply');
  // What came with the repository is given to no agent before the person has adopted it.
  const canCopy = annotation.origin === undefined && clientCommands.includes('annotate-mcp.copy');
  return [
    ...(canReply ? [{ title: 'Reply…', command: 'annotate-mcp.reply', argument: { id } }] : []),
    ...offered
      .filter(({ needsMessage }) => !needsMessage)
      .map(({ name, title }) => ({ title, command: serverCommands.act, argument: { id, action: name } })),
    ...(pageLink(annotation) === null
      ? []
      : [{ title: 'Open the page', command: serverCommands.openPage, argument: { id } }]),
    ...(canCopy ? [{ title: 'Copy for the agent', command: 'annotate-mcp.copy', argument: { id } }] : []),
  ];
}
