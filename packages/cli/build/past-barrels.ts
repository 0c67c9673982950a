import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Plugin } from 'vite';

/**
 * In one file a module is run when the first who imports it is, and an `index.ts` runs all that it names: to start the
 * stdio server would be to set up the HTTP one and the Markdown parsers. So what our packages import of each other by
 * name is imported from where it is made; none of them does anything when it is imported.
 */
export function pastBarrels(): Plugin {
  return {
    name: 'past-barrels',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/packages\/[^/]+\/src\/.*\.ts$/.test(id)) return null;
      return importedDirectly(code, async (source) => (await this.resolve(source, id))?.id ?? null);
    },
  };
}

/** `resolve` says which file a package's name stands for. */
export async function importedDirectly(
  code: string,
  resolve: (source: string) => Promise<string | null>,
): Promise<string> {
  const statements = [...code.matchAll(/^(import|export) \{([^}]*)\} from '(@annotate-mcp\/[^']+)';$/gm)];
  let direct = code;
  for (const [statement, keyword = '', names = '', source = ''] of statements) {
    const file = await resolve(source);
    if (file === null || basename(file) !== 'index.ts') continue;
    direct = direct.replace(statement, () => straight(keyword, names, file) ?? statement);
  }
  return direct;
}

/** `null` when the index does not say by name where each comes from. */
function straight(keyword: string, names: string, barrel: string): string | null {
  const places = placesIn(barrel);
  const lines = specifiers(names).map(([imported, local]) => {
    const place = places.get(imported);
    return place && `${keyword} { ${place.name} as ${local} } from '${place.file}';`;
  });
  return lines.every((line) => line !== undefined) ? lines.join(' ') : null;
}

interface Place {
  file: string;
  name: string;
}

function placesIn(barrel: string): Map<string, Place> {
  const statements = readFileSync(barrel, 'utf8').matchAll(/^export \{([^}]*)\} from '(\.[^']+)';$/gm);
  return new Map(
    [...statements].flatMap(([, names = '', path = '']) =>
      specifiers(names).map(([name, exported]) => [exported, { file: join(dirname(barrel), path), name }]),
    ),
  );
}

/** Values only: `a, type B, c as d` → a as a, c as d. */
function specifiers(names: string): [name: string, as: string][] {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', as = name] = each.split(' as ');
      return [name, as];
    });
}
