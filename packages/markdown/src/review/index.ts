export { createDocuments } from './documents.ts';
export type {
  Agent,
  AgentMove,
  AgentSuggestion,
  DocumentEvent,
  Documents,
  DocumentsOptions,
  MarkdownDocument,
  Submitted,
} from './markdown-document.ts';
