/**
 * Stands in for `@modelcontextprotocol/server/_shims`. The SDK's own choice on Node is Ajv, which it sets up when it is
 * imported. It validates answers to elicitation, which no tool here asks for; this validator of the SDK loads faster.
 */
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

export const { process } = globalThis;
