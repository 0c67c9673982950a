import type { DocumentCheck } from '../finding.ts';

import { commandSpans } from './command-spans.ts';
import { jsonBlocks } from './json-blocks.ts';
import { languages } from './languages.ts';
import { links } from './links.ts';
import { scriptBlocks } from './script-blocks.ts';
import { shellBlocks } from './shell-blocks.ts';

export const documentChecks: readonly DocumentCheck[] = [
  links,
  commandSpans,
  shellBlocks,
  scriptBlocks,
  jsonBlocks,
  languages,
];
