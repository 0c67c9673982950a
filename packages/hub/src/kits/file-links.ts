/** What the text of a source file says about other files: imports, what it passes on, and tags of Vue components. */

export interface FileLinks {
  readonly imports: readonly ImportedNames[];
  /** `export … from`. */
  readonly passedOn: readonly ImportedNames[];
  /** Names that the file itself exports. */
  readonly exported: ReadonlySet<string>;
  /** Names of components in tags of a `.vue` file, which frameworks such as Nuxt import by themselves. */
  readonly tags: ReadonlySet<string>;
}

export interface ImportedNames {
  readonly from: string;
  /** As they are exported there; `null` for all, and where only the file counts. */
  readonly names: readonly string[] | null;
}

/** By regular expressions: thousands of files are read, and a link that is missed only makes a count smaller. */
export function readLinks(text: string, isVue: boolean): FileLinks {
  const imports: ImportedNames[] = [];
  const passedOn: ImportedNames[] = [];
  for (const { groups } of text.matchAll(statement)) {
    const { keyword, clause = '', from = '' } = groups ?? {};
    (keyword === 'export' ? passedOn : imports).push({ from, names: namesIn(clause) });
  }
  for (const [, from = ''] of text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g))
    imports.push({ from, names: null });
  return { imports, passedOn, exported: exportedIn(text), tags: isVue ? tagsIn(text) : new Set() };
}

const statement =
  /^[ \t]*(?<keyword>import|export)\b(?!\s+type\b)(?<clause>[^'"`;()=]*?)(?:\bfrom\s*)?['"](?<from>[^'"\n]+)['"]/gm;

/** `null` for `* as ui`, for a default import, whose name is the importer's own, and for an import without names. */
function namesIn(clause: string): string[] | null {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined || /^\s*[\w$]/.test(clause)) return null;
  return list
    .split(',')
    .map((each) => each.trim().replace(/^type\s+/, ''))
    .flatMap((each) => (each === '' ? [] : [each.split(/\s+as\s+/)[0] ?? each]));
}

function exportedIn(text: string): Set<string> {
  const declared = text.matchAll(
    /^[ \t]*export\s+(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const|let|var)\s+([\w$]+)/gm,
  );
  const listed = text.matchAll(/^[ \t]*export\s*\{([^}]*)\}(?!\s*from)/gm);
  return new Set([
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, list = '']) =>
      list.split(',').map(
        (each) =>
          each
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      ),
    ),
  ]);
}

function tagsIn(text: string): Set<string> {
  const names = [...text.matchAll(/<([A-Z]\w*|[a-z]\w*(?:-\w+)+)/g)].map(([, name = '']) => name);
  return new Set(names.map(toPascalCase));
}

/** `UiButton` for `ui-button`. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
