/** Compiles the blocks of JavaScript and TypeScript that import our packages, all in one program. */
import { join } from 'node:path';

import ts from 'typescript';

import { type CodeBlock, type Document, repositoryFolder } from './document.ts';
import type { Finding } from './finding.ts';

interface VirtualFile {
  readonly document: Document;
  readonly block: CodeBlock;
}

/** A name that a block uses and does not declare is one of the block before it, or of the reader's own app. */
const cannotFindName = [2304, 2552, 18_004];
/** Packages of others are not all installed here. */
const cannotFindModule = [2307, 7016, 2792];

export function compileBlocks(documents: readonly Document[]): Finding[] {
  const files = new Map(
    documents.flatMap((document) =>
      document.blocks
        .filter(({ language, text }) => ['js', 'ts', 'tsx'].includes(language) && importsOurs(text))
        .map((block, index) => [pathOf(document, block, index), { document, block }] as const),
    ),
  );
  const program = ts.createProgram([...files.keys()], compilerOptions(), hostWith(files));
  return [...files].flatMap(([path, file]) => findingsIn(program, path, file));
}

function importsOurs(text: string): boolean {
  return /(?:from |import |require\()'(?:@annotate-mcp\/|annotate-mcp)/.test(text);
}

/** At the root of the repository, from which every package of it is found. */
function pathOf({ file }: Document, { language, text }: CodeBlock, index: number): string {
  const module = text.includes('require(') ? 'c' : 'm';
  const name = `${file.replace(/\W+/g, '-')}-${index}`;
  return join(repositoryFolder, `${name}.${language === 'tsx' ? 'tsx' : `${module}${language}`}`);
}

function compilerOptions(): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@annotate-mcp/source'],
    jsx: ts.JsxEmit.Preserve,
    types: ['node'],
    strict: true,
    noImplicitAny: false,
    exactOptionalPropertyTypes: true,
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    skipLibCheck: true,
  };
}

function hostWith(files: ReadonlyMap<string, VirtualFile>): ts.CompilerHost {
  const host = ts.createCompilerHost({});
  const textOf = (path: string) => files.get(path)?.block.text;
  return {
    ...host,
    getCurrentDirectory: () => repositoryFolder,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => textOf(path) ?? host.readFile(path),
    getSourceFile: (path, options) => {
      const text = textOf(path);
      return text === undefined
        ? host.getSourceFile(path, options)
        : ts.createSourceFile(path, `${text}\nexport {};`, options);
    },
  };
}

function findingsIn(program: ts.Program, path: string, { document, block }: VirtualFile): Finding[] {
  const source = program.getSourceFile(path);
  if (source === undefined) throw new Error(`${path} was not compiled.`);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter((each) => !isContext(each, document))
    .map(({ start = 0, messageText }) => ({
      file: document.file,
      line: block.line + source.getLineAndCharacterOfPosition(start).line,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));
}

/** Whether what is missing stands outside of the block: in another block of the document, or in another package. */
function isContext({ code, messageText }: ts.Diagnostic, { blocks }: Document): boolean {
  const [, missing = ''] = /'([^']+)'/.exec(ts.flattenDiagnosticMessageText(messageText, ' ')) ?? [];
  if (cannotFindModule.includes(code)) return !missing.includes('annotate-mcp');
  if (!cannotFindName.includes(code)) return false;
  const declared = new RegExp(`\\b(?:const|let|function|interface|class)\\s+(?:\\{[^}]*)?${missing}\\b`);
  return blocks.some(({ text }) => declared.test(text));
}
