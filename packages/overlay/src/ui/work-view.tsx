import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type {
  AgentRun,
  Annotation,
  PlanEntry,
  Question,
  Work,
  WorkStep,
  WorkUsage,
} from '@annotate-mcp/core';

import { AgentSettings } from './agent-settings.tsx';
import { DiffOnDemand, type LoadDiffs } from './diff-view.tsx';
import { FileChip } from './file-chip.tsx';
import { Markdown } from './markdown.tsx';
import {
  describeBranch,
  describeDuration,
  describeRun,
  describeUsage,
  describeWork,
  isAtWork,
} from './work-words.ts';

export interface WorkViewProps {
  work: Work;
  /** The agent waits for an answer of the person. */
  asks: boolean;
  annotation: Annotation;
  /** How the agent is set. */
  settings: readonly Question[];
  loadDiffs: LoadDiffs;
}

/** What an agent does about an annotation: one line, which unfolds to its plan and steps. */
export function WorkView({ work, asks, annotation, settings, loadDiffs }: WorkViewProps) {
  const { agentName, plan = [], steps, message, problem, branch, usage = {} } = work;
  return (
    <div class="nga-work" data-nga="work" data-state={work.state}>
      <details>
        <summary>
          <WorkLine agentName={agentName} isLive={isAtWork(work)}>
            {asks ? 'waits for your answer' : describeWork(work, annotation)} · <Elapsed work={work} />
          </WorkLine>
        </summary>
        {plan.length > 0 && <Plan entries={plan} isLive={isAtWork(work)} />}
        {steps.length > 0 && (
          <ol class="nga-steps" aria-label="Steps">
            {steps.map((step) => (
              <Step key={step.id} step={step} loadDiffs={loadDiffs} />
            ))}
          </ol>
        )}
        {message !== undefined && <Markdown text={message} />}
        <Usage usage={usage} />
        <AgentSettings settings={settings} isNamed={false} />
      </details>
      {problem !== undefined && (
        <p class="nga-small nga-problem" role="status">
          {problem}
        </p>
      )}
      {branch !== undefined && (
        <p class="nga-small" role="status" data-nga="branch">
          {describeBranch(branch)}
        </p>
      )}
    </div>
  );
}

/** What remains when the program that started the agent has ended. */
export function RunView({ run, annotation }: { run: AgentRun; annotation: Annotation }) {
  const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt);
  const line = (
    <WorkLine agentName={run.agentName} isLive={false}>
      {describeRun(run, annotation)} · {describeDuration(ms)}
    </WorkLine>
  );
  return (
    <div class="nga-work" data-nga="run">
      {describeUsage(run) === '' ? (
        line
      ) : (
        <details>
          <summary>{line}</summary>
          <Usage usage={run} />
        </details>
      )}
    </div>
  );
}

/** Nothing where the agent tells nothing. */
function Usage({ usage }: { usage: WorkUsage }) {
  const words = describeUsage(usage);
  return words === '' ? null : (
    <p class="nga-small nga-muted" data-nga="usage">
      {words}
    </p>
  );
}

function WorkLine(props: { agentName: string; isLive: boolean; children: ComponentChildren }) {
  return (
    <span class="nga-work-line">
      <i class={`nga-dot ${props.isLive ? 'nga-dot--working' : ''}`} aria-hidden="true" />
      <span>
        <b>{props.agentName}</b> · {props.children}
      </span>
    </span>
  );
}

function Elapsed({ work }: { work: Work }) {
  const [now, setNow] = useState(Date.now);
  const isLive = isAtWork(work);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isLive]);
  const end = work.endedAt === undefined ? now : Date.parse(work.endedAt);
  return <span>{describeDuration(end - Date.parse(work.startedAt))}</span>;
}

const planWords = { pending: 'to do', in_progress: 'doing', completed: 'done' } as const;
const endedPlanWords = { pending: 'not begun', in_progress: 'not finished', completed: 'done' } as const;

function Plan({ entries, isLive }: { entries: readonly PlanEntry[]; isLive: boolean }) {
  const words = isLive ? planWords : endedPlanWords;
  return (
    <ol class="nga-plan" aria-label="Plan">
      {entries.map(({ text, status }, index) => (
        <li key={index} data-status={status}>
          <span dir="auto">{text}</span> <span class="nga-muted nga-small">· {words[status]}</span>
        </li>
      ))}
    </ol>
  );
}

function Step({ step, loadDiffs }: { step: WorkStep; loadDiffs: LoadDiffs }) {
  const { id, title, status, files, diffCount = 0 } = step;
  return (
    <li class="nga-step" data-status={status}>
      <span dir="auto">
        {title}
        {status === 'failed' && <span class="nga-problem"> failed</span>}
      </span>
      {files.map(({ file, line }) => (
        <FileChip key={`${file}:${line}`} path={line === undefined ? file : `${file}:${line}`} />
      ))}
      {diffCount > 0 && <DiffOnDemand stepId={id} loadDiffs={loadDiffs} />}
    </li>
  );
}
