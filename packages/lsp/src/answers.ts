/** Answers what an editor asks about a place in a file. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Command,
  type Hover,
  type HoverParams,
  MarkupKind,
  type Position,
  type Range,
} from 'vscode-languageserver/node';

import type { Annotation } from '@annotate-mcp/core';

import { codeActionsOf } from './actions/code-actions.ts';
import type { ClientFeatures } from './capabilities.ts';
import type { ReadOptions } from './editor-options.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { PlacedAnnotation, Projects } from './projects/projects.ts';
import { threadAsMarkdown, threadAsText } from './shown/hover.ts';

export interface AnswerDeps {
  projects: Projects;
  documents: OpenDocuments;
}

export function answerHover(
  deps: AnswerDeps,
  { textDocument, position }: HoverParams,
  { markdownHover }: ClientFeatures,
): Hover | null {
  const found = annotationsOf(deps, textDocument.uri, ({ placed }) => contains(placed.range, position));
  const [first] = found;
  if (first === undefined) return null;
  const threads = found.map(({ annotation }) =>
    markdownHover ? threadAsMarkdown(annotation) : threadAsText(annotation),
  );
  return {
    range: first.placed.range,
    contents: {
      kind: markdownHover ? MarkupKind.Markdown : MarkupKind.PlainText,
      value: threads.join('\n\n---\n\n'),
    },
  };
}

export function answerCodeActions(
  deps: AnswerDeps,
  { textDocument, range, context }: CodeActionParams,
  { codeActionLiterals }: ClientFeatures,
  { clientCommands }: ReadOptions,
): (CodeAction | Command)[] {
  const isWanted = context.only?.some(isQuickFix) ?? true;
  if (!isWanted) return [];
  const found = annotationsOf(deps, textDocument.uri, ({ placed }) => isOnSameLines(placed.range, range));
  const annotations = new Map<string, Annotation>(found.map(({ annotation }) => [annotation.id, annotation]));
  const actions = [...annotations.values()].flatMap((annotation) =>
    codeActionsOf(annotation, { clientCommands, diagnostics: context.diagnostics }),
  );
  if (codeActionLiterals) return actions;
  return actions.flatMap(({ title, command }) => (command === undefined ? [] : [{ ...command, title }]));
}

function isQuickFix(kind: string): boolean {
  return kind === '' || kind === CodeActionKind.QuickFix;
}

function annotationsOf(
  { projects, documents }: AnswerDeps,
  uri: string,
  isAt: (placed: PlacedAnnotation) => boolean,
): PlacedAnnotation[] {
  const open = documents.get(uri);
  return open === null ? [] : projects.placedIn(open.path).filter(isAt);
}

function contains({ start, end }: Range, at: Position): boolean {
  const isAfterStart = at.line > start.line || (at.line === start.line && at.character >= start.character);
  const isBeforeEnd = at.line < end.line || (at.line === end.line && at.character <= end.character);
  return isAfterStart && isBeforeEnd;
}

function isOnSameLines(a: Range, b: Range): boolean {
  return a.start.line <= b.end.line && b.start.line <= a.end.line;
}
