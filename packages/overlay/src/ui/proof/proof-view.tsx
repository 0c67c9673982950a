import { useEffect, useState } from 'preact/hooks';

import {
  type Annotation,
  describeChange,
  describeExample,
  describeOutsideCount,
  describeVerdict,
  isApart,
  outcomeOfVerdict,
  type OutsideExample,
  type PageFailure,
  type ProofAfter,
  type ProofChange,
} from '@annotate-mcp/core';

import { Age } from '../author-line.tsx';
import { FileChip } from '../file-chip.tsx';
import { Icon } from '../icon.tsx';
import { glyphs } from '../words.ts';

import { ComparedPictures } from './compared-pictures.tsx';

export interface ProofViewProps {
  annotation: Annotation;
  /** The address of the picture with this name. */
  pictureAt: (name: string) => string;
  /** Points the element at this path out, on the page. Missing where that page is not shown. */
  onPointOut?: ((path: string) => void) | undefined;
  /** The token of the page that has this value. */
  tokenOf?: TokenOf | undefined;
}

export type TokenOf = (property: string, value: string) => string | undefined;

/** What the page showed before and after: a verdict, both pictures, what changed and what else did. */
export function ProofView({ annotation, pictureAt, onPointOut, tokenOf }: ProofViewProps) {
  if (annotation.status !== 'resolved' || annotation.kind === 'markdown' || annotation.kind === 'page')
    return null;
  const { proof, resolvedAt } = annotation;
  if (proof === undefined)
    return (
      <p class="nga-muted nga-small" data-nga="proof">
        No picture from before, so the page cannot be compared.
      </p>
    );
  const { before, after } = proof;
  if (isApart(annotation))
    return (
      <p class="nga-muted nga-small" data-nga="proof">
        Not applied yet: the page is compared when you apply it.
      </p>
    );
  if (after === undefined)
    return isAwaited(annotation) ? <NotSeen since={annotation.edited?.appliedAt ?? resolvedAt} /> : null;
  return (
    <section class="nga-proof" data-nga="proof" aria-label="Before and after">
      <VerdictLine after={after} />
      {after.failure !== undefined && <Failure failure={after.failure} />}
      {after.failure === undefined && !hasNoPictureYet(after) && (
        <ComparedPictures
          before={before.picture === undefined ? null : pictureAt(before.picture)}
          after={after.picture === undefined ? null : pictureAt(after.picture)}
        />
      )}
      <Changes after={after} tokenOf={tokenOf} />
      <Outside after={after} onPointOut={onPointOut} />
    </section>
  );
}

/** Nothing more is said of what the person has accepted, or of what is in the files no more. */
function isAwaited({ changedSince, acceptedAt }: Extract<Annotation, { status: 'resolved' }>): boolean {
  return changedSince !== true && acceptedAt === undefined;
}

/** It is taken after the verdict was reached, and takes some seconds on a busy machine. */
function hasNoPictureYet({ picture, takenAt }: ProofAfter): boolean {
  return picture === undefined && Date.now() - Date.parse(takenAt) < 10_000;
}

const notSeenMs = 60_000;

/** A page that is open reports within seconds; after a minute none is. */
function NotSeen({ since }: { since: string | undefined }) {
  const left = since === undefined ? 0 : Date.parse(since) + notSeenMs - Date.now();
  const [isLate, setLate] = useState(left <= 0);
  useEffect(() => {
    if (isLate) return;
    const timer = setTimeout(() => setLate(true), left);
    return () => clearTimeout(timer);
  }, [isLate]);
  return (
    <p class="nga-muted nga-small" data-nga="proof" role="status">
      {isLate
        ? 'Not seen yet: the page is compared when it is open in front.'
        : 'Waiting for the change to show on the page…'}
    </p>
  );
}

function VerdictLine({ after }: { after: ProofAfter }) {
  const outcome = outcomeOfVerdict(after.verdict);
  // The list has a hollow check for what is not seen yet; beside these words it would read as done.
  const sign = after.verdict === 'unclear' ? 'lost' : outcome === 'done' ? 'resolved' : outcome;
  return (
    <p class={`nga-proof-verdict nga-proof-verdict--${outcome}`}>
      <Icon name={glyphs[sign]} size={14} />
      <b>{describeVerdict(after)}</b>
      <Age at={after.takenAt} class="nga-muted" />
    </p>
  );
}

/** What the page says is wrong, and where. */
function Failure({ failure: { message, file, line } }: { failure: PageFailure }) {
  return (
    <div class="nga-proof-failure">
      <p dir="auto">{message}</p>
      {file !== undefined && <FileChip path={line === undefined ? file : `${file}:${line}`} />}
    </div>
  );
}

const mostShown = 6;

function Changes({
  after: { changes, moreChanges = 0, verdict },
  tokenOf,
}: { after: ProofAfter } & Pick<ProofViewProps, 'tokenOf'>) {
  const [all, setAll] = useState(false);
  if (changes.length === 0 || verdict === 'gone') return null;
  const hidden = all ? 0 : Math.max(0, changes.length - mostShown);
  return (
    <ul class="nga-proof-list" aria-label="What changed">
      {changes.slice(0, changes.length - hidden).map((change, index) => (
        <li key={index} dir="auto">
          <ChangeWords change={change} tokenOf={tokenOf} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" class="nga-proof-more" onClick={() => setAll(true)}>
            {hidden + moreChanges} more
          </button>
        </li>
      )}
      {hidden === 0 && moreChanges > 0 && <li class="nga-muted">and {moreChanges} more</li>}
    </ul>
  );
}

/** A colour is also shown, because its numbers say little, and the token that has the new value is named. */
function ChangeWords({ change, tokenOf }: { change: ProofChange } & Pick<ProofViewProps, 'tokenOf'>) {
  const { what, name = '', before, after = '' } = change;
  if (what !== 'style') return <>{describeChange(change)}</>;
  const colours = [before, after].map(asColour).filter((colour) => colour !== null);
  const token = tokenOf?.(name, after);
  return (
    <>
      {colours.length > 0 && (
        <span class="nga-swatches" aria-hidden="true">
          {colours.map((colour, at) => (
            <i key={at} style={{ backgroundColor: colour }} />
          ))}
        </span>
      )}
      {describeChange(change)}
      {token !== undefined && <code class="nga-muted"> {token}</code>}
    </>
  );
}

/** The record comes from a page: only what is a colour and nothing else. */
function asColour(value: string | undefined): string | null {
  return value !== undefined && !value.includes('url') && CSS.supports('color', value) ? value : null;
}

function Outside({
  after: { outside },
  onPointOut,
}: { after: ProofAfter } & Pick<ProofViewProps, 'onPointOut'>) {
  const { count, pushed, examples } = outside;
  return (
    <>
      {count > 0 && (
        <div class="nga-proof-outside">
          <p>{describeOutsideCount(outside)}</p>
          <ul class="nga-proof-list">
            {examples.map((example, index) => (
              <li key={index} dir="auto">
                <Example example={example} onPointOut={onPointOut} />
              </li>
            ))}
            {count > examples.length && <li class="nga-muted">and {count - examples.length} more</li>}
          </ul>
        </div>
      )}
      {pushed > 0 && (
        <p class="nga-muted nga-small">
          {pushed === 1 ? '1 element only moved' : `${pushed} elements only moved`} because of it.
        </p>
      )}
    </>
  );
}

function Example({ example, onPointOut }: { example: OutsideExample } & Pick<ProofViewProps, 'onPointOut'>) {
  const { path } = example;
  if (path === undefined || onPointOut === undefined) return <>{describeExample(example)}</>;
  const pointOut = () => onPointOut(path);
  return (
    <button
      type="button"
      class="nga-proof-more"
      title="Show on the page"
      onClick={pointOut}
      onFocus={pointOut}
      onMouseEnter={pointOut}
    >
      {describeExample(example)}
    </button>
  );
}
