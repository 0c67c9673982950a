export { addressee, annotationSchema, replySchema } from './annotation.ts';
export { elementLookSchema, lookAnswerSchema, lookRequestSchema, styleName } from './look.ts';
export { pageTargetSchema } from './page-target.ts';
export { describeProblem, parseAs } from './parse.ts';
export { proofRecordSchema, proofReportSchema } from './proof-report.ts';
export { hubMessageSchema, manifestSchema, pageMessageSchema, pagePayloadSchema } from './protocol.ts';
export { agentPresenceSchema, sessionSchema } from './session.ts';
export { capped } from './text.ts';
export { questionSchema, workSchema } from './work.ts';
