/** What a person who sees this for the first time needs to know, printed by `npm start`. */
export interface GuideFacts {
  demo: string;
  url: string;
  /** What agents start: a Node, and our program as its arguments. */
  command: readonly string[];
  root: string;
  hasAgent: boolean;
}

export function guide({ demo, url, command, root, hasAgent }: GuideFacts): string {
  const words = [...command, '--root', root];
  const [program, ...args] = words;
  const config = { mcpServers: { annotate: { command: program, args } } };
  return [
    '',
    `  ${url}   (demos/${demo})`,
    '',
    `  1. ${firstStep(demo)}`,
    ...(hasAgent
      ? [
          '  2. A scripted agent is listening (demos/agent: rules, no model). Watch the badge, the file and the page.',
        ]
      : [
          '  2. Press "Start an agent" in the page: one that you have installed, or a scripted one (rules, no model).',
          '     Or connect an agent yourself and ask it to work through the annotations. Claude Code, in this folder:',
          `       claude mcp add annotate -- ${words.map(quoted).join(' ')}`,
          '     Others, in .mcp.json or its like:',
          `       ${JSON.stringify(config)}`,
        ]),
    '  3. npm run demo:reset puts the demo back. Ctrl+C ends all of it.',
    '',
  ].join('\n');
}

function firstStep(demo: string): string {
  return demo === 'astro'
    ? 'Open an article, select a few words of it and write: replace it with "…", with your own words between the quotes'
    : 'Press Alt+Shift+A, click on the card "Specail offer" and write: replace "Specail" with "Special"';
}

/** As bash and zsh take it. */
function quoted(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
