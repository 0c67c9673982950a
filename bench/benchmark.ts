/** A measurement of one promise of the project, beside a baseline. */
export interface Benchmark {
  name: string;
  title: string;
  run(report: Report, options: BenchmarkOptions): Promise<void>;
}

export interface BenchmarkOptions {
  /** Measure other projects' servers too, which are installed for that. */
  peer: boolean;
  /** Show the steps of one round instead of measuring, where a benchmark can: `delivery`. */
  trace: boolean;
}

/** Receives the progress and the results of a benchmark. */
export interface Report {
  progress: (message: string) => void;
  table(title: string, rows: Record<string, string | number>[]): void;
  result(key: string, value: unknown): void;
}
