export { bridgeFileSchema } from '../bridge-file.ts';
export { commands } from '../commands/index.ts';
export {
  browserReplySchema,
  commandEnvelopeSchema,
  helloSchema,
  isCommandType,
  serverMessageSchema,
} from './messages.ts';
export { siteFormatSchema } from '../site-format.ts';
