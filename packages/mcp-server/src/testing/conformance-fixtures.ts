/** What the official conformance suite expects a server to have. Registered in its test server only. */
/* oxlint-disable typescript/no-deprecated -- the suite is about the older protocol, where these are current */
import { setImmediate as turn } from 'node:timers/promises';

import {
  fromJsonSchema,
  ResourceTemplate,
  type ElicitRequestFormParams,
  type McpServer,
  type RequestId,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
const asUser = <T>(content: T) => ({ role: 'user' as const, content });

export function registerFixtures(server: McpServer): void {
  server.server.registerCapabilities({ logging: {}, completions: {} });
  registerContentTools(server);
  registerTalkingTools(server);
  registerAskingTools(server);
  registerResources(server);
  registerPrompts(server);
  // Instead of the one of our resources: the suite asks for this prompt only.
  server.server.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const values = ['paris', 'park', 'party'].filter((word) => word.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

function registerContentTools(server: McpServer): void {
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: wav, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource(
        'test://mixed-content-resource',
        'application/json',
        JSON.stringify({ test: 'data', value: 123 }),
      ),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `Returns ${name.slice(5)}.` }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      }),
    },
    () => ({ content: [text('Taken.')] }),
  );
}

function registerTalkingTools(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Logs.' }, async ({ mcpReq }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', line);
      await turn();
    }
    return { content: [text('Logged.')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? 0, progress, total: 100 },
      });
      await turn();
    }
    return { content: [text('Done.')] };
  });
}

function registerAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling(
        { messages: [asUser(text(prompt))], maxTokens: 100 },
        onItsStream(mcpReq),
      );
      return { content: [text(`LLM response: ${'text' in content ? content.text : ''}`)] };
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) =>
      ask(context, 'User response', {
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          required: ['username', 'email'],
        },
      }),
  );
  for (const [name, properties] of Object.entries(forms)) {
    server.registerTool(name, { description: 'Asks the person with a form.' }, async (context) =>
      ask(context, 'Elicitation completed', {
        message: 'Please fill in.',
        requestedSchema: { type: 'object', properties },
      }),
    );
  }
}

async function ask({ mcpReq }: ServerContext, heading: string, question: ElicitRequestFormParams) {
  const { action, content } = await mcpReq.elicitInput(question, onItsStream(mcpReq));
  return { content: [text(`${heading}: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
}

// The SDK would ask on the session's own stream, and a client that has not opened it yet would never hear.
function onItsStream({ id }: ServerContext['mcpReq']): { relatedRequestId: RequestId } {
  return { relatedRequestId: id };
}

const options = ['option1', 'option2', 'option3'];
const titled = (kind: string) => [
  { const: 'value1', title: `First ${kind}` },
  { const: 'value2', title: `Second ${kind}` },
  { const: 'value3', title: `Third ${kind}` },
];

const forms: Record<string, ElicitRequestFormParams['requestedSchema']['properties']> = {
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
};

function registerResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text.', mimeType: 'text/plain' },
    ({ href }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'A picture.', mimeType: 'image/png' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: png }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data of one id.', mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A text.' }, () => ({
    messages: [asUser(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A text with two arguments.',
      argsSchema: z.object({
        arg1: z.string(),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [asUser(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        asUser(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        asUser(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A picture.' }, () => ({
    messages: [asUser(image), asUser(text('Please analyze the image above.'))],
  }));
}
