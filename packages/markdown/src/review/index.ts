export { projectAround } from '../files/project.ts';
export type {
  Agent,
  AgentMove,
  DocumentEvent,
  Documents,
  DocumentsOptions,
  ReviewDocument,
  Submitted,
} from './document.ts';
export { openDocuments } from './open-documents.ts';
