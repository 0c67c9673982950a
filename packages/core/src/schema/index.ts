export { annotationSchema, replySchema } from './annotation.ts';
export { describeProblem, parseAs } from './parse.ts';
export { proofRecordSchema, proofReportSchema } from './proof.ts';
export {
  hubMessageSchema,
  manifestSchema,
  pageMessageSchema,
  pagePayloadSchema,
  pageTargetSchema,
} from './protocol.ts';
export { agentPresenceSchema, sessionSchema } from './session.ts';
export { capped } from './text.ts';
export { questionSchema, workSchema } from './work.ts';
