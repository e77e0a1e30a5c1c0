import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { nameOf, personPath } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Empty } from '#src/ui/display.tsx';
import { ButtonLink, OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { BibCount, BibSettings, outsideBibs, RangeRecord } from '../read-ranges.ts';
import type { Run } from '../read-runs.ts';
import { countOf } from '../rules/ranges.ts';
import { bibsPath, rangePath, runPath } from './paths.ts';

export const doneKinds = ['saved', 'deleted', 'on', 'off', 'nextFree'] as const;
export const maxOutside = 100;

type Props = {
  catalog: Catalog;
  settings: BibSettings;
  ranges: readonly RangeRecord[];
  counts: readonly BibCount[];
  outside: Awaited<ReturnType<typeof outsideBibs>>;
  lastRun: Run | null;
  isNumberedElsewhere: boolean;
  i18n: Translator;
  done: (typeof doneKinds)[number] | null;
  refusal: string | null;
};

export function BibsPage(props: Props): ReactElement {
  const { catalog, ranges, i18n, done, refusal } = props;
  const base = bibsPath(catalog.event.id);
  return (
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {done ? <Saved>{i18n.t(`bibs.said.${done}`)}</Saved> : null}
      {props.isNumberedElsewhere ? (
        <Alert>{i18n.t(ranges.length > 0 ? 'bibs.numberedTwice' : 'bibs.numberedElsewhere')}</Alert>
      ) : null}
      <div className="row">
        {ranges.length > 0 ? <ButtonLink href={`${base}/assign`}>{i18n.t('bibs.assign.title')}</ButtonLink> : null}
        <ButtonLink look="quiet" href={`${base}/print`}>
          {i18n.t('bibs.print.title')}
        </ButtonLink>
        <ButtonLink look="quiet" href={`${base}/start-list`}>
          {i18n.t('bibs.startList.title')}
        </ButtonLink>
        <ButtonLink look="quiet" href={`${base}/import`}>
          {i18n.t('bibs.import.title')}
        </ButtonLink>
      </div>
      <Counts {...props} />
      <Outside {...props} />
      <Ranges {...props} />
      <OnCompletion {...props} />
      <LastRun {...props} />
    </div>
  );
}

function Counts({ catalog, ranges, counts, i18n }: Props): ReactElement {
  const countIn = (id: number) =>
    counts.find(({ competitionId }) => competitionId === id) ?? { people: 0, numbered: 0 };
  const numbersOf = (id: number) =>
    ranges.filter(({ competitionId }) => competitionId === id).reduce((sum, range) => sum + countOf(range), 0);
  return (
    <Table
      caption={i18n.t('bibs.counts')}
      columns={[
        { key: 'title', title: i18n.t('bibs.column.competition'), heading: true, cell: ({ title }) => title },
        {
          key: 'people',
          title: i18n.t('bibs.column.people'),
          align: 'end',
          cell: ({ id }) => i18n.number(countIn(id).people),
        },
        {
          key: 'numbered',
          title: i18n.t('bibs.column.numbered'),
          align: 'end',
          cell: ({ id }) => i18n.number(countIn(id).numbered),
        },
        {
          key: 'without',
          title: i18n.t('bibs.column.without'),
          align: 'end',
          cell: ({ id }) => i18n.number(countIn(id).people - countIn(id).numbered),
        },
        {
          key: 'numbers',
          title: i18n.t('bibs.column.numbers'),
          align: 'end',
          cell: ({ id }) => i18n.number(numbersOf(id)),
        },
      ]}
      rows={catalog.competitions}
      rowKey={({ id }) => id}
      empty={<Empty title={i18n.t('bibs.noCompetitions')} />}
    />
  );
}

/** People whose number is outside of their competition's ranges, each with a button for the next free one. */
function Outside({ catalog, outside, i18n }: Props): ReactElement | null {
  const { csrfToken } = usePage();
  const { count, rows } = outside;
  if (count === 0) return null;
  const eventId = catalog.event.id;
  const hint = [
    i18n.t('bibs.outside.text', { count }),
    count > rows.length ? i18n.t('bibs.outside.more', { shown: rows.length }) : '',
  ];
  return (
    <section className="stack-s" aria-labelledby="bibs-outside">
      <h2 id="bibs-outside">{i18n.t('bibs.outside.title')}</h2>
      <p>{hint.filter(Boolean).join(' ')}</p>
      <Table
        caption={i18n.t('bibs.outside.title')}
        captionHidden
        columns={[
          { key: 'bib', title: i18n.t('bibs.column.bib'), cell: ({ bib }) => <span className="figures">{bib}</span> },
          {
            key: 'name',
            title: i18n.t('bibs.column.name'),
            heading: true,
            cell: ({ participantId: id, orderId, ...person }) => (
              <OpenLink href={personPath({ id, orderId })}>{nameOf(person)}</OpenLink>
            ),
          },
          {
            key: 'competition',
            title: i18n.t('bibs.column.competition'),
            cell: ({ competitionId }) => catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '',
          },
          {
            key: 'next',
            title: i18n.t('bibs.outside.next'),
            cell: ({ participantId, ...person }) => (
              <PostButton
                action={`${bibsPath(eventId)}/next-free`}
                csrfToken={csrfToken}
                look="quiet"
                fields={{ participantId: String(participantId) }}
                aria-label={i18n.t('bibs.outside.nextFor', { name: nameOf(person) })}
              >
                {i18n.t('bibs.outside.next')}
              </PostButton>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ participantId }) => participantId}
        empty=""
      />
    </section>
  );
}

function Ranges({ catalog, ranges, i18n }: Props): ReactElement {
  const base = bibsPath(catalog.event.id);
  const titleOf = (id: number) => catalog.competitions.find((each) => each.id === id)?.title ?? '';
  return (
    <section className="stack-s" aria-labelledby="bib-ranges">
      <h2 id="bib-ranges">{i18n.t('bibs.ranges.title')}</h2>
      <p className="soft">{i18n.t('bibs.ranges.intro')}</p>
      <Table
        caption={i18n.t('bibs.ranges.title')}
        captionHidden
        columns={[
          {
            key: 'numbers',
            title: i18n.t('bibs.column.range'),
            heading: true,
            cell: (range) => (
              <OpenLink className="figures" href={rangePath(range.eventId, range.id)}>
                {i18n.t('bibs.range', { first: String(range.first), last: String(range.last) })}
              </OpenLink>
            ),
          },
          {
            key: 'competition',
            title: i18n.t('bibs.column.competition'),
            cell: ({ competitionId }) => titleOf(competitionId),
          },
          { key: 'free', title: i18n.t('bibs.column.kept'), cell: (range) => freeText(range, i18n) || '–' },
          {
            key: 'count',
            title: i18n.t('bibs.column.numbers'),
            align: 'end',
            cell: (range) => i18n.number(countOf(range)),
          },
        ]}
        rows={ranges}
        rowKey={({ id }) => id}
        empty={<Empty title={i18n.t('bibs.ranges.none')} />}
      />
      <div className="row">
        <ButtonLink {...(ranges.length > 0 ? { look: 'quiet' as const } : {})} href={`${base}/ranges/new`}>
          {i18n.t('bibs.ranges.new')}
        </ButtonLink>
      </div>
    </section>
  );
}

function freeText({ block, gap, reserve }: RangeRecord, i18n: Translator): string {
  const gaps = block > 0 ? i18n.t('bibs.kept.gaps', { block, gap }) : '';
  return [gaps, reserve > 0 ? i18n.t('bibs.kept.reserve', { reserve }) : ''].filter(Boolean).join(' ');
}

function OnCompletion({ catalog, settings, i18n }: Props): ReactElement {
  const { csrfToken } = usePage();
  const isOn = settings.assignOnCompletion;
  return (
    <section className="stack-s" aria-labelledby="bibs-on-completion">
      <h2 id="bibs-on-completion">{i18n.t('bibs.onCompletion.title')}</h2>
      <p>{i18n.t(isOn ? 'bibs.onCompletion.on' : 'bibs.onCompletion.off')}</p>
      <div className="row">
        <PostButton
          action={`${bibsPath(catalog.event.id)}/on-completion`}
          csrfToken={csrfToken}
          look="quiet"
          fields={{ on: isOn ? 'false' : 'true' }}
        >
          {i18n.t(isOn ? 'bibs.onCompletion.turnOff' : 'bibs.onCompletion.turnOn')}
        </PostButton>
      </div>
    </section>
  );
}

function LastRun({ catalog, lastRun, i18n }: Props): ReactElement | null {
  const { csrfToken } = usePage();
  if (!lastRun) return null;
  const { id, kind, status, startedAt, editorEmail } = lastRun;
  const values = { when: i18n.shortDateTime(startedAt ?? lastRun.createdAt), who: editorEmail };
  return (
    <section className="stack-s" aria-labelledby="bibs-last">
      <h2 id="bibs-last">{i18n.t('bibs.last.title')}</h2>
      <p>
        <OpenLink href={runPath(catalog.event.id, id)}>{i18n.t(`bibs.last.${kind}`, values)}</OpenLink>
      </p>
      {status === 'done' && kind !== 'undo' ? (
        <>
          <p className="soft">{i18n.t('bibs.undo.intro')}</p>
          <div className="row">
            <PostButton action={`${bibsPath(catalog.event.id)}/undo`} csrfToken={csrfToken} look="quiet">
              {i18n.t('bibs.undo.preview')}
            </PostButton>
          </div>
        </>
      ) : null}
    </section>
  );
}
