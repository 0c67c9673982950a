import type { CommandType, ParamsOf } from '@annotate-mcp/browser-protocol';
import { commands } from '@annotate-mcp/browser-protocol/schema';

import { connectClient } from '../../../testing/browser-client.ts';
import { startBrowserServer } from '../../../testing/browser-server.ts';
import { type Script, tab } from '../../../testing/scripted-extension.ts';

export const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64');
export const picture = {
  url: tab.url,
  title: tab.title,
  mimeType: 'image/jpeg',
  file: jpeg,
  width: 2,
  height: 1,
} as const;
export const snapshot = {
  url: tab.url,
  title: 'Cart',
  text: 'button "Pay" [e1]',
  totalChars: 17,
  dialogs: [],
};

export async function startTools(script: Script = {}) {
  const server = await startBrowserServer();
  const extension = await server.extension({ script });
  const { client, call } = await connectClient(server.url);
  const asked = <Type extends CommandType>(type: Type): ParamsOf<Type> => {
    const command = extension.commands.findLast((one) => one.type === type);
    if (command === undefined) throw new Error(`${type} was not asked.`);
    return commands[type].params.parse(command.params);
  };
  return { ...server, extension, client, call, asked };
}
