/** Adds the work loop to the file that agents read first, between two HTML comments, so that it can be updated. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AgentType } from 'add-mcp';

import { realPath } from '@annotate-mcp/store/files';

import { CliError } from '../errors.ts';

import type { Change } from './change.ts';

const begin = '<!-- annotate-mcp: begin -->';
const end = '<!-- annotate-mcp: end -->';

export function proposeGuide(root: string, chosen: readonly AgentType[], workLoop: string): Change[] {
  return guideFiles(root, chosen).flatMap((file) => {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
    const after = withGuide(before ?? '', workLoop, file);
    if (after === before) return [];
    const what = before?.includes(begin) === true ? 'update the work loop' : 'add the work loop';
    return [{ file, what, before, after }];
  });
}

/** `text` with the guide in its place: where it was before, else at the end. */
export function withGuide(text: string, workLoop: string, file: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = [begin, '', heading, '', workLoop, '', end].join('\n').replaceAll('\n', eol);
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 && to < 0) return text.trim() === '' ? block + eol : text.trimEnd() + eol + eol + block + eol;
  if (from < 0 || to < from) throw brokenGuideError(file);
  return text.slice(0, from) + block + text.slice(to + end.length);
}

/** `null` when nothing else is in the file, and the text itself when there is no guide in it. */
export function withoutGuide(text: string): string | null {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return text;
  const [before, after] = [text.slice(0, from).trimEnd(), text.slice(to + end.length).trimStart()];
  if (before === '' && after === '') return null;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return (
    [before, after]
      .filter((part) => part !== '')
      .join(eol + eol)
      .trimEnd() + eol
  );
}

const heading = `## Annotations

People point at things in the running app and say what should change. When you are asked to work on annotations, use the MCP server \`annotate\`:`;

/** Those that exist; a CLAUDE.md that takes in AGENTS.md, or is a link to it, needs no copy. */
function guideFiles(root: string, chosen: readonly AgentType[]): string[] {
  const [agentsFile, claudeFile] = [join(root, 'AGENTS.md'), join(root, 'CLAUDE.md')];
  const existing = [agentsFile, claudeFile].filter((file) => existsSync(file));
  if (existing.length === 2) return isCovered(claudeFile, agentsFile) ? [agentsFile] : existing;
  if (existing.length === 1) return existing;
  return chosen.every((agent) => agent === 'claude-code') ? [claudeFile] : [agentsFile];
}

function isCovered(claudeFile: string, agentsFile: string): boolean {
  if (realPath(claudeFile) === realPath(agentsFile)) return true;
  return /^\s*@(\.\/)?AGENTS\.md\s*$/m.test(readFileSync(claudeFile, 'utf8'));
}

function brokenGuideError(file: string): CliError {
  return new CliError('config/unreadable', `${file} has only one of the markers ${begin} and ${end}.`, {
    hint: 'Put the other one back, or remove both, and run init again.',
  });
}
