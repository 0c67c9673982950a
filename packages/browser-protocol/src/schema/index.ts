export { bridgeFileSchema } from '../bridge-file.ts';
export {
  agentGreetingSchema,
  agentHelloSchema,
  agentMessageSchema,
  agentReplySchema,
} from './agent-messages.ts';
export { commands } from '../commands/index.ts';
export {
  browserReplySchema,
  commandEnvelopeSchema,
  helloSchema,
  isCommandType,
  serverMessageSchema,
} from './messages.ts';
export { siteFormatSchema } from '../site-format.ts';
