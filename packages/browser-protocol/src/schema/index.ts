export { elementTargetSchema, tabInfoSchema, targetSchema } from './fields.ts';
export {
  browserReplySchema,
  commandEnvelopeSchema,
  helloSchema,
  isCommandType,
  parseParams,
  serverWordSchema,
} from './messages.ts';
export { paramsSchemas, siteFormatSchema } from './params.ts';
export { resultSchemas } from './results.ts';
