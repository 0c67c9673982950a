/** packages/cli/server.json: what the MCP registry shows of the server, and how clients start it. */
import { z } from 'zod';

/** The part of https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json that ours uses. */
export const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.literal('github'), subfolder: z.string() }),
  version: z.string().max(255),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string(),
        version: z.string(),
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
      }),
    )
    .length(1),
});

/** The same description for another version of the package. */
export function stampServer(text: string, version: string): string {
  const server = serverSchema.parse(JSON.parse(text));
  const packages = server.packages.map((each) => ({ ...each, version }));
  return `${JSON.stringify({ ...server, version, packages }, null, 2)}\n`;
}
