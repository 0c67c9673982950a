export { commands } from '../commands/index.ts';
export {
  browserReplySchema,
  commandEnvelopeSchema,
  helloSchema,
  isCommandType,
  serverMessageSchema,
} from './messages.ts';
