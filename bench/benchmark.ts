/** A measurement of one promise, run beside its baseline. */
export interface Benchmark {
  name: string;
  title: string;
  run(report: Report, options: BenchmarkOptions): Promise<void>;
}

export interface BenchmarkOptions {
  /** Measure other projects' servers too, which are installed for that. */
  peer: boolean;
}

/** Where a benchmark says what it does and what it found. */
export interface Report {
  progress: (message: string) => void;
  table(title: string, rows: Record<string, string | number>[]): void;
  result(key: string, value: unknown): void;
}
