import { createFingerprints, describeAnchor, type TextAnchor, type TextRange } from '@annotate-mcp/core';

import type { Document } from './corpus.ts';
import type { Draft } from './draft.ts';
import * as edits from './edits.ts';
import * as lookalikes from './lookalikes.ts';
import { createRandom, type Random } from './random.ts';
import { chooseRepeated, chooseTarget, targetKinds } from './targets.ts';

/** An anchor, its original text, the edited text, and the range of the target in the edited text. */
export interface AnchorCase {
  readonly kind: string;
  readonly document: string;
  /** With its fingerprint. */
  readonly anchor: TextAnchor;
  readonly lastSeenText: string;
  readonly text: string;
  /** Null: deleted. */
  readonly expected: TextRange | null;
}

interface CaseKind {
  readonly name: string;
  /** How often, relative to the others. */
  readonly share: number;
  /** The quote is a word or two that stand in the text at least three times. */
  readonly repeated?: true;
  /** The edit is made before the anchor: a similar text was there from the beginning. */
  readonly prepare?: readonly edits.Edit[];
  readonly edits: readonly edits.Edit[];
}

/** Shares make about 20 % of the cases delete their target, nearly half of them while a similar text is inserted elsewhere. */
const caseKinds: readonly CaseKind[] = [
  { name: 'edited elsewhere', share: 8, edits: [edits.editElsewhere] },
  { name: 'typos in the quote', share: 6, edits: [edits.typosInQuote] },
  { name: 'typos in and near the quote', share: 6, edits: [edits.typosInQuote, edits.typosNearQuote] },
  { name: 'words inserted in the quote', share: 5, edits: [edits.insertWords] },
  { name: 'words removed from the quote', share: 5, edits: [edits.removeWords] },
  { name: 'words replaced in the quote', share: 5, edits: [edits.replaceWords] },
  { name: 'paragraph moved near', share: 6, edits: [edits.moveParagraphNear] },
  { name: 'paragraph moved far', share: 6, edits: [edits.moveParagraphFar] },
  { name: 'paragraph moved and edited', share: 3, edits: [edits.moveParagraphFar, edits.typosInQuote] },
  { name: 'section moved', share: 5, edits: [edits.moveSection] },
  { name: 'deleted', share: 6, edits: [edits.deleteTarget, edits.editElsewhere] },
  { name: 'deleted, copy stays', share: 4, prepare: [edits.duplicateElsewhere], edits: [edits.deleteTarget] },
  {
    name: 'deleted, lookalike stays',
    share: 4,
    prepare: [edits.insertLookalike],
    edits: [edits.deleteTarget],
  },
  { name: 'deleted, similar one near', share: 2, edits: [lookalikes.replaceBySimilarNear] },
  { name: 'deleted, similar one far', share: 2, edits: [lookalikes.replaceBySimilarFar] },
  { name: 'deleted, same frame elsewhere', share: 2, edits: [lookalikes.replaceBySameFrame] },
  { name: 'deleted, same words elsewhere', share: 2, edits: [lookalikes.replaceBySameWords] },
  { name: 'deleted, its words used elsewhere', share: 2, edits: [lookalikes.useWordsElsewhere] },
  { name: 'sentence moved', share: 3, edits: [lookalikes.moveSentence] },
  { name: 'duplicated elsewhere', share: 6, edits: [edits.duplicateElsewhere] },
  {
    name: 'copy stays, edited',
    share: 4,
    prepare: [edits.duplicateElsewhere],
    edits: [edits.editElsewhere, edits.typosNearQuote],
  },
  {
    name: 'repeated short quote',
    share: 6,
    repeated: true,
    edits: [edits.editElsewhere, edits.typosNearQuote],
  },
  { name: 'repeated short quote, deleted', share: 2, repeated: true, edits: [edits.deleteTarget] },
  { name: 'rewrapped', share: 6, edits: [edits.reflow] },
  { name: 'CRLF', share: 4, edits: [edits.editElsewhere, edits.toCrlf] },
  { name: 'document rewritten', share: 8, edits: [edits.rewriteDocument] },
  { name: 'mixed', share: 6, edits: [edits.editElsewhere, edits.replaceWords, edits.moveParagraphNear] },
];

/** `count` cases over all documents, one at a time: together their texts would fill the memory. */
export function* makeCases(
  documents: readonly Document[],
  count: number,
  seed: number,
): Generator<AnchorCase, void> {
  const random = createRandom(seed);
  // In turns and not at random, so that an edit that seldom applies still gets its share.
  const wheel = caseKinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  for (let turn = 0, made = 0; made < count; turn++) {
    const next = tryOften(wheel[turn % wheel.length], documents, random);
    if (next === null) continue;
    made++;
    yield next;
  }
}

function tryOften(
  kind: CaseKind | undefined,
  documents: readonly Document[],
  random: Random,
): AnchorCase | null {
  for (let attempt = 0; kind !== undefined && attempt < 30; attempt++) {
    const made = makeCase(kind, random.pick(documents), random);
    if (made !== null) return made;
  }
  return null;
}

function makeCase(kind: CaseKind, document: Document, random: Random): AnchorCase | null {
  const { text, name } = document;
  const target = kind.repeated
    ? chooseRepeated(text, random)
    : chooseTarget(text, random.pick(targetKinds), random);
  if (target === null) return null;
  const seen = apply(kind.prepare ?? [], { text, target }, random);
  const edited = seen && apply(kind.edits, seen, random);
  if (!seen?.target || !edited || edited.text === seen.text) return null;
  return {
    kind: kind.name,
    document: name,
    anchor: recordedAnchor(seen.text, seen.target),
    lastSeenText: seen.text,
    text: edited.text,
    expected: edited.target,
  };
}

/** As it is stored with a comment. */
function recordedAnchor(text: string, { start, end }: TextRange): TextAnchor {
  const anchor = describeAnchor(text, start, end);
  return { ...anchor, fingerprint: createFingerprints(text)(anchor) };
}

function apply(steps: readonly edits.Edit[], draft: Draft, random: Random): Draft | null {
  return steps.reduce<Draft | null>((edited, step) => edited && step(edited, random), draft);
}
