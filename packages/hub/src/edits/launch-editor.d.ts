/** The tables of `launch-editor`, which has types for its start only. */
declare module 'launch-editor/get-args.js' {
  export default function getArgumentsForFile(
    editor: string,
    file: string,
    line: number,
    column: number,
  ): (number | string)[];
}

declare module 'launch-editor/guess.js' {
  export function getEditorFromLinuxProcesses(output: string): string | undefined;
  export function getEditorFromMacProcesses(output: string): string | undefined;
  export function getEditorFromWindowsProcesses(output: string): string | undefined;
}
