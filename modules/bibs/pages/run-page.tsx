import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { usePage } from '#src/ui/page.tsx';
import { List } from '#src/web/list/list-page.tsx';
import type { ListData } from '#src/web/list/show.ts';
import type { Run, RunItem, RunTally } from '../read-runs.ts';
import { leftIn } from '../shapes.ts';
import { bibsPath, runPath } from './paths.ts';
import type { AboutRun } from './run-listing.tsx';

type Props = {
  run: Run;
  tally: RunTally;
  list: ListData<RunItem, AboutRun>;
  i18n: Translator;
  /** The previous preview was outdated. */
  isAnew: boolean;
  refusal: string | null;
};

export function RunPage({ run, tally, list, i18n, isAnew, refusal }: Props): ReactElement {
  const changes = tally.fresh + tally.changed + tally.cleared;
  const facts = [
    ...(['fresh', 'changed', 'cleared'] as const)
      .filter((name) => name === 'fresh' || tally[name] > 0)
      .map((name) => ({ label: i18n.t(`bibs.tally.${name}`), value: i18n.number(tally[name]) })),
    ...(tally.outcomes.same ? [{ label: i18n.t('bibs.tally.same'), value: i18n.number(tally.outcomes.same) }] : []),
    { label: i18n.t('bibs.tally.left'), value: i18n.number(leftIn(tally)) },
    ...(tally.skipped > 0 ? [{ label: i18n.t('bibs.tally.skipped'), value: i18n.number(tally.skipped) }] : []),
  ];
  return (
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {isAnew ? (
        <Alert tone="wait" urgent focused>
          {i18n.t('bibs.run.anew')}
        </Alert>
      ) : null}
      {run.status === 'preview' ? (
        <Preview run={run} changes={changes} i18n={i18n} />
      ) : run.status === 'applying' ? (
        <Live className="stack-s" every={2}>
          <p id="bib-run-progress">{i18n.t('bibs.run.applying')}</p>
          <progress max={Math.max(1, changes)} value={changes - tally.open} aria-labelledby="bib-run-progress" />
        </Live>
      ) : (
        <Alert tone={tally.skipped > 0 ? 'wait' : 'good'} focused>
          {i18n.t(tally.skipped > 0 ? 'bibs.run.doneSkipped' : 'bibs.run.done', {
            done: tally.done,
            skipped: tally.skipped,
          })}
        </Alert>
      )}
      <Facts facts={facts} />
      <List list={list} />
    </div>
  );
}

function Preview({ run, changes, i18n }: { run: Run; changes: number; i18n: Translator }): ReactElement {
  const { csrfToken } = usePage();
  const base = bibsPath(run.eventId);
  return (
    <>
      <p>{i18n.t(changes === 0 ? 'bibs.run.nothing' : `bibs.run.preview.${run.kind}`)}</p>
      <div className="row">
        {changes > 0 ? (
          <PostButton action={`${runPath(run.eventId, run.id)}/apply`} csrfToken={csrfToken}>
            {i18n.t('bibs.run.apply', { count: changes })}
          </PostButton>
        ) : null}
        <ButtonLink look="quiet" href={run.kind === 'undo' ? base : `${base}/${run.kind}`}>
          {i18n.t('bibs.run.back')}
        </ButtonLink>
      </div>
    </>
  );
}
