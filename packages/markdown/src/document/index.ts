export { anchorAt, createAddFingerprint, createReanchor, type Reanchored } from './anchors.ts';
export { type Block, blockAt, blocksOf, definitionsOf, type DividedText } from './blocks.ts';
export { commentsAsMarkdown } from './comments-as-markdown.ts';
export {
  compareDocuments,
  compareParts,
  type DocumentChange,
  type DocumentVersion,
  isEmpty,
  sourceOf,
  versionOf,
} from './compare-documents.ts';
export { type Lines, linesOf } from './lines.ts';
export { createParser } from './parse.ts';
export { replacePassage } from './suggested-text.ts';
export { createRenderer, type DocumentRenderer } from './blocks.ts';
export { suggestedText, type SuggestedText } from './suggested-text.ts';
export { createSourceMap, type SourceMap } from './source-map/source-map.ts';
export { verdictAsMarkdown } from './comments-as-markdown.ts';
export * from '../view-protocol.ts';
export { diffWords, type WordPart } from './word-diff.ts';
