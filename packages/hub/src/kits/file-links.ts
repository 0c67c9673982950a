/**
 * What the text of a source file says about other files: the components that it imports, what it passes on, and tags of Vue
 * components. Hooks and other functions are left out, and components whose tags give them nothing: what `<ThemeSwitch />`
 * shows cannot be edited where it stands.
 */

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
  const tags = tagsIn(text);
  const imports: ImportedNames[] = [];
  const passedOn: ImportedNames[] = [];
  for (const { groups } of text.matchAll(statement)) {
    const { keyword, clause = '', from = '' } = groups ?? {};
    if (keyword === 'export')
      passedOn.push({ from, names: namesIn(clause)?.map(({ name }) => name) ?? null });
    else imports.push(...componentsIn(clause, tags).map((names) => ({ from, names })));
  }
  for (const [, from = ''] of text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g))
    imports.push({ from, names: null });
  const given = [...tags].flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  return { imports, passedOn, exported: exportedIn(text), tags: new Set(isVue ? given : []) };
}

const statement =
  /^[ \t]*(?<keyword>import|export)\b(?!\s+type\b)(?<clause>[^'"`;()=]*?)(?:\bfrom\s*)?['"](?<from>[^'"\n]+)['"]/gm;

/** What a clause imports of components: their names, `null` for the file as a whole, or nothing. */
function componentsIn(clause: string, tags: ReadonlyMap<string, boolean>): ImportedNames['names'][] {
  // Elsewhere than in a tag it is handed to another component.
  const counts = (local: string) => /^[A-Z]/.test(local) && tags.get(local) !== false;
  const names = namesIn(clause);
  if (names !== null) {
    const counted = names.filter(({ local }) => counts(local)).map(({ name }) => name);
    return counted.length === 0 ? [] : [counted];
  }
  const own = /^\s*([\w$]+)/.exec(clause)?.[1];
  return own === undefined || counts(own) || clause.includes('{') ? [null] : [];
}

interface ImportedName {
  readonly name: string;
  readonly local: string;
}

/** `null` for `* as ui`, for a default import, whose name is the importer's own, and for an import without names. */
function namesIn(clause: string): ImportedName[] | null {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined || /^\s*[\w$]/.test(clause)) return null;
  return list
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
    .split(',')
    .map((each) => each.trim().replace(/^type\s+/, ''))
    .flatMap((each) => {
      const [name = '', local = name] = each.split(/\s+as\s+/);
      return name === '' ? [] : [{ name, local }];
    });
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

/** The components in tags, each with whether one of its tags has attributes or content. */
function tagsIn(text: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [, tag = '', end] of text.matchAll(componentTag)) {
    const name = toPascalCase(tag);
    found.set(name, found.get(name) === true || end === undefined);
  }
  return found;
}

/** With its end if it has nothing but attributes that say when it is shown, and nothing of what. */
const componentTag =
  /<([A-Z]\w*|[a-z]\w*(?:-\w+)+)(?![\w.$-])(?:(?:\s+(?:client:[\w-]+|:?key|ref|v-(?:if|else-if|else|for|show))(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*\s*(\/>|>\s*<\/\1>))?/g;

/** `UiButton` for `ui-button`. */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
