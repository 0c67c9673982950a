/** What VS Code reads first of the extension: its package.json. */
import type { ActionName } from '@annotate-mcp/lsp/protocol';

interface ThreadButton {
  command: string;
  title: string;
  /** A word of a thread's context, src/words.ts. */
  when: string;
  /** An icon of VS Code. */
  icon: string;
}

/** A full record: an action without a button does not compile. A reply has a field of its own. */
const actionButtons: Readonly<Record<Exclude<ActionName, 'reply'>, { title: string; icon: string }>> = {
  accept: { title: 'Accept', icon: 'pass' },
  resolve: { title: 'Resolve', icon: 'check' },
  approve: { title: 'Approve, so that Agents Begin with It', icon: 'thumbsup' },
  adopt: { title: 'Trust, so that Agents Get It', icon: 'verified' },
  reopen: { title: 'Reopen', icon: 'debug-restart' },
  withdraw: { title: 'Take Back', icon: 'trash' },
};

const buttons: readonly ThreadButton[] = [
  ...Object.entries(actionButtons).map(([action, { title, icon }]) => ({
    command: `annotate-mcp.thread.${action}`,
    title,
    when: action,
    icon,
  })),
  { command: 'annotate-mcp.thread.openPage', title: 'Open the Page', when: 'page', icon: 'globe' },
  { command: 'annotate-mcp.thread.copy', title: 'Copy for the Agent', when: 'copy', icon: 'copy' },
];

const replyCommand = { command: 'annotate-mcp.thread.reply', title: 'Reply' };
const isOurs = 'commentController == annotate-mcp';

export function manifestFor(version: string) {
  const category = 'annotate-mcp';
  return {
    name: 'annotate-mcp',
    displayName: 'annotate-mcp',
    description:
      'The comments of your page and your Markdown reviews at the lines of code that they are about.',
    version,
    publisher: 'annotate-mcp',
    license: 'MIT',
    icon: 'icon.png',
    homepage: 'https://github.com/annotate-mcp/annotate-mcp/blob/main/docs/editors.md',
    bugs: { url: 'https://github.com/annotate-mcp/annotate-mcp/issues' },
    repository: {
      type: 'git',
      url: 'https://github.com/annotate-mcp/annotate-mcp.git',
      directory: 'apps/vscode',
    },
    categories: ['Other', 'Linters'],
    keywords: ['annotations', 'comments', 'review', 'agent', 'mcp'],
    // The first whose Node has SQLite for certain.
    engines: { vscode: '^1.107.0' },
    main: './extension.cjs',
    activationEvents: ['onStartupFinished'],
    extensionKind: ['workspace'],
    capabilities: {
      virtualWorkspaces: false,
      untrustedWorkspaces: {
        supported: false,
        description: 'It reads the comments of the folder.',
      },
    },
    contributes: {
      configuration: { title: 'annotate-mcp', properties: settings },
      commands: [
        ...buttons.map(({ command, title, icon }) => ({ command, title, category, icon: `$(${icon})` })),
        { ...replyCommand, category },
      ],
      menus: {
        'comments/commentThread/title': buttons.map(({ command, when }, index) => ({
          command,
          group: `inline@${index + 1}`,
          when: `${isOurs} && commentThread =~ /\\b${when}\\b/`,
        })),
        'comments/commentThread/context': [
          { command: replyCommand.command, group: 'inline', when: `${isOurs} && !commentIsEmpty` },
        ],
        // They need a thread or an id, which the list of all commands has not.
        commandPalette: [...buttons, replyCommand].map(({ command }) => ({ command, when: 'false' })),
      },
    },
  };
}

const settings = {
  'annotate-mcp.diagnostics': {
    type: 'boolean',
    default: true,
    description: 'Also list comments among the problems.',
  },
  'annotate-mcp.resolved': {
    type: 'boolean',
    default: true,
    description: 'Show what an agent has resolved until you accept it.',
  },
  'annotate-mcp.server': {
    type: 'array',
    items: { type: 'string' },
    default: [],
    // A project must not choose which program is started.
    scope: 'machine',
    markdownDescription:
      'Another language server than the one in the extension, with its arguments, for example `["npx", "annotate-mcp", "lsp"]`.',
  },
} as const;
