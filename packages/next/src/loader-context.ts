/** The part of webpack's loader context that Turbopack has as well. */
export interface LoaderContext<Options> {
  /** Absolute path. */
  readonly resourcePath: string;
  readonly getOptions: () => Options;
  readonly async: () => (error: unknown, code?: string, map?: object | null) => void;
}
