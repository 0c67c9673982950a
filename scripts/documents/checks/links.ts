import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

import { type Document, repositoryFolder } from '../document.ts';
import { type DocumentCheck, findingsAt } from '../finding.ts';
import { isOwnPackage } from '../own-packages.ts';

const repository = 'https://github.com/annotate-mcp/annotate-mcp';
const npmPage = 'https://www.npmjs.com/package/';

/** Files and headings of this repository, also where they are named by their address on GitHub or npm. */
export const links: DocumentCheck = {
  name: 'link leads to a file and a heading that exist',
  check: async (document, all) =>
    findingsAt(document, document.links, ({ text }) => describe(text, document, all)),
};

function describe(address: string, document: Document, all: readonly Document[]): string | null {
  if (address.startsWith(npmPage)) return describePackage(address.slice(npmPage.length));
  if (/^[a-z][\w+.-]*:/i.test(address) && !isInRepository(address))
    return URL.canParse(address) ? null : `${address} is not an address.`;
  const [path = '', anchor = ''] = inRepository(address, document.file).split('#');
  if (!existsSync(join(repositoryFolder, path))) return `${address} leads to ${path}, which does not exist.`;
  const target = all.find(({ file }) => file === (path === '' ? 'README.md' : path));
  if (anchor === '' || anchor === 'readme' || target === undefined || target.anchors.has(anchor)) return null;
  return `${address} leads to a heading that ${target.file} does not have.`;
}

function isInRepository(address: string): boolean {
  return new RegExp(`^${repository}(?:$|#|/(?:blob|tree)/main/)`).test(address);
}

/** Path and anchor, from the root of the repository. */
function inRepository(address: string, from: string): string {
  if (isInRepository(address))
    return address.slice(repository.length).replace(/^\/(?:blob|tree)\/main\//, '');
  if (address.startsWith('#')) return from + address;
  return posix.join(posix.dirname(from), address);
}

function describePackage(name: string): string | null {
  return !name.includes('annotate-mcp') || isOwnPackage(name) ? null : `There is no package ${name}.`;
}
