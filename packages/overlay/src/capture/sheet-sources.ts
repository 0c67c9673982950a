/** Where a rule of a compiled style sheet was written, through the source map of the sheet. Loaded when first needed. */
import { getSourceFromSourceMap, getSourceMap, type SourceMap } from 'bippy/source';

import { findRulePlaces, type MatchedRule, type RulePlace } from '@annotate-mcp/core';

import type { ToProjectPath } from '../inspectors/project-path.ts';
import { toAbsoluteUrl } from '../inspectors/stack-location.ts';
import type { SheetRule } from '../proof/sheet-rules.ts';

interface ReadSheet {
  readonly map: SourceMap;
  readonly address: string;
  readonly find: (selector: string) => RulePlace | null;
}

/** What was read last of each sheet: its text changes with every hot update, and the sheet with it or not. */
const sheets = new WeakMap<CSSStyleSheet, { text: string; read: Promise<ReadSheet | null> }>();

/** A larger one takes longer than a comment waits. */
const mostCharacters = 2_000_000;

/** Empty where no source map tells of a file of the project. */
export async function locateRule(
  { selector, styleSheet }: SheetRule,
  toProjectPath: ToProjectPath,
): Promise<Pick<MatchedRule, 'file' | 'line'>> {
  const sheet = await readSheet(styleSheet);
  const place = sheet?.find(selector);
  if (sheet === null || place === null || place === undefined) return {};
  const source = getSourceFromSourceMap(sheet.map, place.line, place.column - 1);
  if (source?.fileName === undefined || source.lineNumber === undefined) return {};
  const file = toProjectPath(toAbsoluteUrl(source.fileName, sheet.map.sourceMapUrl ?? sheet.address));
  return file === null ? {} : { file, line: source.lineNumber };
}

async function readSheet(sheet: CSSStyleSheet): Promise<ReadSheet | null> {
  const address = sheet.href ?? location.href;
  if (new URL(address).origin !== location.origin) return null;
  const text = sheet.href === null ? (sheet.ownerNode?.textContent ?? '') : await textAt(sheet.href);
  const known = sheets.get(sheet);
  if (known?.text === text) return known.read;
  const read = parseSheet(text, address);
  sheets.set(sheet, { text, read });
  return read;
}

/** The browser has it already. */
async function textAt(address: string): Promise<string> {
  const answer = await fetch(address, { cache: 'force-cache' });
  return answer.ok ? answer.text() : '';
}

async function parseSheet(text: string, address: string): Promise<ReadSheet | null> {
  if (text.length > mostCharacters || !text.includes('sourceMappingURL=')) return null;
  const given = (input: string) => (input === address ? Promise.resolve(new Response(text)) : fetch(input));
  const map = await getSourceMap(address, false, given);
  return map === null ? null : { map, address, find: findRulePlaces(text) };
}
