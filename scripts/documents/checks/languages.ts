import { type DocumentCheck, findingsAt } from '../finding.ts';

/** Those of the other checks, and those that no program of ours reads. A new one needs a check, or a place here. */
const checked = ['sh', 'bash', 'js', 'jsx', 'ts', 'tsx', 'json', 'jsonc'];
const unchecked = ['', 'html', 'lua', 'md', 'mermaid', 'text', 'toml', 'yaml'];

export const languages: DocumentCheck = {
  name: 'block is in a language that has a check or needs none',
  check: async (document) =>
    findingsAt(document, document.blocks, ({ language }) =>
      [...checked, ...unchecked].includes(language)
        ? null
        : `Blocks of ${language} are not checked: scripts/documents/checks/languages.ts.`,
    ),
};
