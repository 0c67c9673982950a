/** Chooses what a test keeps: what the person asked for, and not what was changed along with it. Pure. */
import type { AnnotationOnPage, ProofChange, Wish } from '@annotate-mcp/core';

export function askedFor(annotation: AnnotationOnPage, changes: readonly ProofChange[]): ProofChange[] {
  const wishes = 'wishes' in annotation ? (annotation.wishes ?? []) : [];
  const wished = changes.filter((change) => wishes.some((wish) => isWished(wish, change)));
  if (wished.length > 0) return wished;
  const request = annotation.annotationText.toLowerCase();
  const named = changes.filter((change) => isNamed(request, change));
  if (named.length > 0) return named;
  const [kind] = kinds.filter((each) => changes.some(({ what }) => what === each));
  return changes.filter(({ what }) => what === kind);
}

/** The most telling first. */
const kinds = ['text', 'added', 'removed', 'attribute', 'moved', 'style', 'box'] as const;

function isWished(wish: Wish, { what, name = '', on }: ProofChange): boolean {
  if (wish.what === 'text') return what === 'text';
  return what === 'style' && on === undefined && (name === wish.name || wish.name.startsWith(`${name}-`));
}

function isNamed(request: string, { what, name = '', after = '' }: ProofChange): boolean {
  const value = after.toLowerCase();
  if (what !== 'style' && what !== 'box' && value.length > 1 && request.includes(value)) return true;
  if (name.length > 3 && request.includes(name)) return true;
  return topics.some(
    ({ kind, words, names }) => kind === what && words.test(request) && (names?.test(name) ?? true),
  );
}

interface Topic {
  readonly kind: ProofChange['what'];
  /** In the request. */
  readonly words: RegExp;
  /** Of the property or attribute. */
  readonly names?: RegExp;
}

const topics: readonly Topic[] = [
  {
    kind: 'text',
    words: /\b(?:text|says?|label|word(?:s|ing)?|typo|spell\w*|rename|call|replace|heading|title)\b/,
  },
  {
    kind: 'style',
    words:
      /\b(?:colou?r\w*|red|green|blue|yellow|orange|purple|pink|black|white|gr[ae]y|darker|lighter|contrast|background)\b/,
    names: /color|background|fill|stroke|opacity/,
  },
  {
    kind: 'style',
    words: /\b(?:font|letters?|bold|weight|larger|bigger|smaller|size|big|small|large)\b/,
    names: /font|line-height|letter-spacing|^(?:max-|min-)?(?:width|height)$/,
  },
  {
    kind: 'style',
    words: /\b(?:spac\w+|padding|margin|gap|room|tight\w*|air)\b/,
    names: /padding|margin|gap/,
  },
  {
    kind: 'style',
    words: /\b(?:border|corners?|round\w*|radius|outline|shadow)\b/,
    names: /border|outline|shadow/,
  },
  { kind: 'attribute', words: /\b(?:link|url|goes|leads?|points?|image|picture)\b/, names: /href|src/ },
  { kind: 'attribute', words: /\b(?:disabled?|press\w*|click\w*)\b/, names: /disabled/ },
  {
    kind: 'attribute',
    words: /\b(?:accessib\w*|screen reader|announce\w*|label)\b/,
    names: /aria|alt|title/,
  },
  { kind: 'moved', words: /\b(?:order|first|last|before|after|above|below|top|bottom|move|up|down|swap)\b/ },
  { kind: 'added', words: /\b(?:add|more|show|missing|insert|new|another)\b/ },
  { kind: 'removed', words: /\b(?:remove|delete|away|without|no|drop|hide)\b/ },
];
