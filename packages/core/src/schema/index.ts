export { annotationSchema, replySchema } from './annotation.ts';
export { describeProblem, parseAs } from './parse.ts';
export {
  agentPresenceSchema,
  hubMessageSchema,
  manifestSchema,
  pageMessageSchema,
  pagePayloadSchema,
  sessionSchema,
} from './protocol.ts';
