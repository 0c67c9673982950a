/** What may be written in the source of an element, and where a file has it. */
import type { ComponentAnnotation, ElementAnnotation } from '@annotate-mcp/core';
import { redacted } from '@annotate-mcp/page-facts';

import { createFinder, lineAt } from './passage.ts';

export interface Clue {
  readonly what: 'text' | 'label' | 'id' | 'test id' | 'class';
  readonly value: string;
}

/** A place in a file with some of the clues. */
export interface FoundClues {
  readonly line: number;
  /** In words: `its text`, `its id title`. */
  readonly found: readonly string[];
  /** The more, and the rarer the clues, the higher. */
  readonly score: number;
}

export function cluesOf(annotation: ElementAnnotation | ComponentAnnotation): Clue[] {
  const attributes = attributesOf(htmlOf(annotation));
  const text = annotation.selectionText ?? textOf(annotation);
  const clue = (what: Clue['what'], value: string | undefined): Clue[] =>
    value === undefined || value.trim() === '' || value.includes(redacted) ? [] : [{ what, value }];
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter((name) => name.length > 2);
  return [
    ...clue('text', text),
    ...clue('label', annotation.element?.name),
    ...clue('id', attributes.get('id')),
    ...['data-testid', 'data-test', 'data-cy'].flatMap((name) => clue('test id', attributes.get(name))),
    ...classes.slice(0, maxClasses).flatMap((name) => clue('class', name)),
  ];
}

const maxClasses = 4;

/** Of the picked element; an annotation on a whole component has the HTML of that. */
function htmlOf({ element, domSnapshot = '' }: ElementAnnotation | ComponentAnnotation): string {
  return element?.html ?? domSnapshot;
}

/** Older annotations have the text only in their HTML. A component as a whole has no text of its own. */
function textOf(target: ElementAnnotation | ComponentAnnotation): string | undefined {
  if (target.element !== undefined) return target.element.text?.replace(/…$/, '');
  if (target.kind === 'component') return undefined;
  return htmlOf(target)
    .replace(/<(?:"[^"]*"|[^>"])*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

function attributesOf(html: string): Map<string, string> {
  const [, inside = ''] = /^\s*<[a-z][^\s/>]*((?:"[^"]*"|[^>"])*)/i.exec(html) ?? [];
  return new Map(
    [...inside.matchAll(/([^\s="]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

export type FindClues = (source: string, extension: string) => FoundClues[];

export function createClueFinder(clues: readonly Clue[]): FindClues {
  const finders = clues.map((clue) => (clue.what === 'text' ? textFinder(clue) : nameFinder(clue)));
  return (source, extension) => bestPlaces(finders.flatMap((find) => find(source, extension)));
}

/** One clue on one line. */
interface Evidence {
  readonly line: number;
  readonly clue: Clue;
  readonly words: string;
  readonly weight: number;
}

function textFinder(clue: Clue): (source: string, extension: string) => Evidence[] {
  const find = createFinder({ quote: clue.value, before: '', after: '' });
  // A word or two may stand anywhere.
  const weight = clue.value.length < 4 ? 3 : 6;
  return (source, extension) =>
    find(source, extension).map(({ line, how }) => ({
      line,
      clue,
      words: how === 'partly' ? 'most of its text' : 'its text',
      weight: how === 'partly' ? weight / 2 : weight,
    }));
}

const weights = { label: 4, id: 5, 'test id': 6, class: 1, text: 6 } as const;

function nameFinder(clue: Clue): (source: string) => Evidence[] {
  const { what, value } = clue;
  const pattern = new RegExp(`(?<![\\w-])${value.replace(/\W/g, '\\$&')}(?![\\w-])`, 'g');
  return (source) =>
    [...source.matchAll(pattern)]
      .slice(0, maxPlaces)
      .filter(({ index }) => isQuoted(source, index))
      .map(({ index }) => ({
        line: lineAt(source, index),
        clue,
        words: what === 'label' ? `its label "${value}"` : `its ${what} ${value}`,
        weight: weights[what],
      }));
}

const maxPlaces = 50;

/** Names of elements are written between quotes or, in some templates, after `#` or `.`; others are words in a text. */
function isQuoted(source: string, index: number): boolean {
  const lineStart = source.lastIndexOf('\n', index) + 1;
  return /["'`#.=]/.test(source.slice(lineStart, index).slice(-80));
}

/** Lines of one tag with its contents are this near to each other. */
const reach = 4;
const mostPlaces = 2;

function bestPlaces(evidence: readonly Evidence[]): FoundClues[] {
  const lines = [...new Set(evidence.map(({ line }) => line))];
  const places = lines
    .map((line) => placeAt(line, evidence))
    .sort((a, b) => b.score - a.score || a.line - b.line);
  const apart: FoundClues[] = [];
  for (const place of places) {
    if (apart.length < mostPlaces && apart.every(({ line }) => Math.abs(line - place.line) > reach))
      apart.push(place);
  }
  return apart;
}

function placeAt(line: number, evidence: readonly Evidence[]): FoundClues {
  const near = new Map<Clue, Evidence>();
  for (const each of evidence) {
    if (each.line >= line && each.line <= line + reach && !near.has(each.clue)) near.set(each.clue, each);
  }
  const found = [...near.values()];
  return {
    line,
    found: found.map(({ words }) => words),
    score: found.reduce((sum, { weight }) => sum + weight, 0),
  };
}
