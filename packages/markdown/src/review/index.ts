export { createDocuments } from './documents.ts';
export type {
  Agent,
  AgentMove,
  DocumentEvent,
  Documents,
  DocumentsOptions,
  MarkdownDocument,
  Submitted,
} from './markdown-document.ts';
