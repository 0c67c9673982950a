export { annotationSchema, replySchema } from './annotation.ts';
export { elementLookSchema } from './look.ts';
export { describeProblem, parseAs } from './parse.ts';
export { proofRecordSchema, proofReportSchema } from './proof-report.ts';
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
