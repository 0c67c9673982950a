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
    label: 'Get started',
    pages: [
      { source: 'README.md', slug: '', label: 'What it is' },
      guide('first-minute'),
      guide('live-annotation', 'The tour'),
      guide('agents'),
      guide('browsers'),
      guide('platforms'),
      guide('comparison'),
      guide('migration'),
      guide('troubleshooting'),
    ],
  },
  {
    label: 'Your app',
    pages: [
      guide('vite', 'Vite'),
      guide('next', 'Next.js'),
      guide('nuxt', 'Nuxt'),
      guide('angular', 'Angular'),
      guide('bundlers', 'webpack, Rspack, Rsbuild, Farm, esbuild'),
      guide('any-server', 'Any dev server'),
      guide('any-page', 'Your own Node server'),
    ],
  },
  {
    label: 'Review',
    pages: [guide('inline-review', 'Rendered sites'), guide('markdown-review', 'Markdown')],
  },
  {
    label: 'With your agent',
    pages: [
      guide('work', 'Let it work'),
      guide('browser', 'Your browser'),
      guide('checks', 'Checks'),
      guide('editors', 'Your editor'),
    ],
  },
  {
    label: 'With others',
    pages: [
      guide('people', 'People'),
      guide('github', 'Pull requests'),
      guide('trust', 'Whose comments count'),
      guide('stores', 'Stores'),
      guide('team', 'A server for a team'),
      guide('team-size', 'How large a team'),
    ],
  },
  {
    label: 'How it works',
    pages: [
      { source: 'ARCHITECTURE.md', slug: 'architecture', label: 'Architecture' },
      { source: 'SECURITY.md', slug: 'security', label: 'Security' },
      guide('threat-model', 'Threat model'),
      guide('inspectors', 'Another framework'),
      guide('benchmarks'),
      { source: 'CONTRIBUTING.md', slug: 'contributing', label: 'Contributing' },
      { source: 'SUPPORT.md', slug: 'support', label: 'Support' },
      { source: 'CODE_OF_CONDUCT.md', slug: 'code-of-conduct', label: 'Code of conduct' },
    ],
  },
  {
    label: 'Internals',
    pages: [
      { source: 'docs/internals/README.md', slug: 'internals', label: 'Overview' },
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
    ],
  },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);

function guide(name: string, label?: string): Page {
  return { source: `docs/${name}.md`, slug: name, ...(label !== undefined && { label }) };
}
