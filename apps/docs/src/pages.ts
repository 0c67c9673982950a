/** The pages of the site, in the order of its sidebar. Each is a document of the repository. */

export interface Page {
  /** From the root of the repository. */
  readonly source: string;
  /** In the address of the page; empty for the first one. */
  readonly slug: string;
  /** In the sidebar; the title of the document where there is none. */
  readonly label?: string;
}

export interface Section {
  readonly label: string;
  readonly pages: readonly Page[];
}

export const sections: readonly Section[] = [
  {
    label: 'Start',
    pages: [
      { source: 'README.md', slug: '', label: 'What it is' },
      guide('vite', 'Vite'),
      guide('next', 'Next.js'),
      guide('nuxt', 'Nuxt'),
      guide('astro', 'Astro'),
      guide('angular', 'Angular'),
      guide('bundlers', 'webpack, Rspack, Rsbuild, Farm, esbuild'),
      guide('any-server', 'Any dev server'),
      guide('any-page', 'Your own Node server'),
      guide('comparison', 'Is it for you?'),
      guide('migration', 'Coming from another tool'),
    ],
  },
  {
    label: 'Every day',
    pages: [
      guide('live-annotation', 'The tour'),
      guide('precise-comments', 'Say it exactly'),
      guide('results', 'Check the result'),
      guide('checks', 'Keep it so'),
      guide('editors', 'Your editor'),
      guide('troubleshooting'),
    ],
  },
  {
    label: 'Agents',
    pages: [
      guide('agents', 'Connect an agent'),
      guide('work', 'Let it work'),
      guide('waking', 'Wake an idle agent'),
      guide('without-mcp', 'Without MCP'),
      guide('tool-results', 'What agents get'),
    ],
  },
  {
    label: 'Documents and diffs',
    pages: [
      guide('markdown-review', 'Markdown files'),
      guide('markdown-comments', 'Where comments are kept'),
      guide('markdown-agents', 'For agents'),
      guide('inline-review', 'Rendered sites'),
    ],
  },
  {
    label: 'Your browser',
    pages: [
      guide('browser', 'Connect your Chrome'),
      guide('browser-permissions', 'What you allow'),
      guide('browser-tools', 'What agents can do'),
      guide('site-formats', 'Short forms of sites'),
      guide('browser-server', 'The bridge as a server'),
      guide('browser-troubleshooting', 'Troubleshooting'),
    ],
  },
  {
    label: 'Teams',
    pages: [
      guide('people', 'People'),
      guide('trust', 'Whose comments count'),
      guide('github', 'Pull requests'),
      guide('stores', 'Stores'),
      guide('team', 'A server for a team'),
      guide('team-size', 'How large a team'),
    ],
  },
  {
    label: 'Reference',
    pages: [
      { source: 'packages/cli/README.md', slug: 'commands', label: 'Commands' },
      { source: 'packages/mcp-server/README.md', slug: 'tools', label: 'Tools, resources, prompts' },
      guide('accuracy', 'Accuracy'),
      guide('angular-accuracy', 'Accuracy in Angular'),
      guide('browsers', 'Browsers'),
      guide('platforms', 'Systems'),
      guide('first-minute'),
      guide('benchmarks'),
    ],
  },
  {
    label: 'Internals',
    pages: [
      { source: 'ARCHITECTURE.md', slug: 'architecture', label: 'Architecture' },
      { source: 'docs/internals/README.md', slug: 'internals', label: 'Parts' },
      guide('internals/overlay', 'Overlay'),
      guide('internals/hub', 'Hub and dev servers'),
      guide('internals/store', 'Store'),
      guide('internals/agent-side', 'Agent side'),
      guide('internals/documents', 'Documents'),
      guide('internals/browser', 'Browser bridge'),
      guide('internals/started-agents', 'Started agents'),
      guide('internals/team', 'Team and pull requests'),
      guide('internals/build-and-release', 'Build and release'),
      { source: 'docs/decisions/README.md', slug: 'decisions', label: 'Decisions' },
      guide('inspectors', 'Another framework'),
      { source: 'SECURITY.md', slug: 'security', label: 'Security' },
      guide('threat-model', 'Threat model'),
      { source: 'CONTRIBUTING.md', slug: 'contributing', label: 'Contributing' },
      { source: 'SUPPORT.md', slug: 'support', label: 'Support' },
      { source: 'CODE_OF_CONDUCT.md', slug: 'code-of-conduct', label: 'Code of conduct' },
    ],
  },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);

function guide(name: string, label?: string): Page {
  return { source: `docs/${name}.md`, slug: name, ...(label !== undefined && { label }) };
}
