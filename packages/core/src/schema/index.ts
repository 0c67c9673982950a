export { annotationSchema, replySchema } from './annotation.ts';
export { describeProblem, parseAs } from './parse.ts';
export {
  agentPresenceSchema,
  hubMessageSchema,
  manifestSchema,
  pageMessageSchema,
  pagePayloadSchema,
  pageTargetSchema,
  sessionSchema,
} from './protocol.ts';
export { capped } from './text.ts';
