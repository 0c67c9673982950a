import { type LookTarget, readSnapshot } from '@annotate-mcp/core';

import { isOverlay } from '../inspectors/dom-tree.ts';
import { domPath } from '../inspectors/dom.ts';
import { isInPrivate } from '../inspectors/private-parts.ts';
import { similarity } from '../tracking/compare-elements.ts';
import { elementReferenceOf } from '../tracking/find-element.ts';

import { elementText } from './element-text.ts';

const maxCompared = 400;
const maxFound = 3;

/** Elements that may be what became of an annotation's element: with its tag and words of its text, best first. */
export function findSimilar(target: LookTarget): { selector: string; text: string }[] {
  if (target.by === 'selector') return [];
  const snapshot = elementReferenceOf(target.place)?.snapshot;
  const before = snapshot === undefined ? null : readSnapshot(snapshot);
  if (before === null || before.text === '') return [];
  return [...document.getElementsByTagName(before.tag)]
    .slice(0, maxCompared)
    .filter((element) => !isOverlay(element) && !isInPrivate(element))
    .map((element) => ({ element, text: elementText(element) }))
    .map((each) => ({ ...each, score: similarity(before.text, each.text) }))
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ element, text }) => ({ selector: domPath(element).slice(0, 4_000), text: text.slice(0, 200) }));
}
