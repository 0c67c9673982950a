import type { Benchmark, Report } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';

import { checkSetup, count, type SetupResult } from './check-setup.ts';
import { setups } from './setups.ts';

/**
 * Needs the packages built, and a registry to install the apps from on the first run. `ANNOTATE_BENCH_SETUPS` is a
 * regular expression for the names of the apps.
 */
export const sources: Benchmark = {
  name: 'sources',
  title:
    'the right component, file, line and place of use of every kind of element, in apps of each framework',
  async run(report) {
    await using browser = await launchBrowser();
    const rows: Row[] = [];
    const edited: Row[] = [];
    const wanted = new RegExp(process.env.ANNOTATE_BENCH_SETUPS ?? '');
    for (const setup of setups.filter(({ name }) => wanted.test(name))) {
      report.progress(setup.name);
      const result = await checkSetup(setup, browser, report.progress);
      reportOutcomes(result, report);
      for (const message of result.messages) report.progress(`console: ${message}`);
      rows.push({
        setup: setup.name,
        ...countsOf(result),
        'console messages': result.messages.length,
      });
      for (const { edit, reloaded, checked } of result.edited) {
        report.progress(`after an edit of ${edit}${reloaded ? ', which reloads the page' : ''}`);
        reportOutcomes({ checked }, report);
        edited.push({ setup: setup.name, edit, ...countsOf({ checked }), reload: reloaded ? 'yes' : 'no' });
      }
    }
    report.table('Elements', rows);
    report.table('After edits above them', edited);
    report.result('setups', rows);
    report.result('edited', edited);
    const mistakes = ['wrong line', 'wrong use', 'wrong place to edit'] as const;
    const wrong = [...rows, ...edited].filter((row) => mistakes.some((mistake) => row[mistake] !== 0));
    if (wrong.length > 0) throw new Error(`Wrong places in ${wrong.map((row) => row.setup).join(', ')}.`);
  },
};

type Row = Record<string, string | number>;

function countsOf(result: Pick<SetupResult, 'checked'>): Row {
  return {
    elements: result.checked.length,
    right: count(result, 'right'),
    'made from HTML': result.checked.filter(({ madeFrom }) => madeFrom !== null).length,
    'no line': count(result, 'no line'),
    'wrong line': count(result, 'wrong line'),
    'no component': count(result, 'no component'),
    'wrong component': count(result, 'wrong component'),
    'no use': count(result, 'no use'),
    'wrong use': count(result, 'wrong use'),
    'wrong place to edit': count(result, 'wrong place to edit'),
  };
}

function reportOutcomes({ checked }: Pick<SetupResult, 'checked'>, report: Report): void {
  for (const { kind, outcome, line, component, use, edited } of checked)
    if (outcome !== 'right')
      report.progress(`${kind}: ${outcome}: ${line ?? ''} ${component} ${use ?? ''} ${edited ?? ''}`);
}
