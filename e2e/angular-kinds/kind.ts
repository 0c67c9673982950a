type Line = readonly [file: string, text: string];

export interface Kind {
  /** What is clicked, in words. */
  readonly kind: string;
  /** Where it is on the page; `in` names the frame. */
  readonly find: string;
  readonly nth?: number;
  readonly in?: string;
  readonly component: string;
  readonly selector: string;
  /** From the app's folder; `null` for what cannot be told. */
  readonly classFile: string | null;
  readonly template?: string;
  /** The file, and what stands on the line; `null` where no template has the element. Angular 21 keeps no lines. */
  readonly line: Line | null;
  /** Where the component begins; checked where the element has no line of its own. */
  readonly componentLine?: Line;
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Root first. */
  readonly path: readonly string[];
}

/** Class and template side by side, as the CLI makes them, inside of the root component unless told. */
export function component(name: string, selector: string, file: string) {
  return {
    component: name,
    selector,
    classFile: `src/app/${file}.ts`,
    template: `src/app/${file}.html`,
    path: ['App'],
  };
}
