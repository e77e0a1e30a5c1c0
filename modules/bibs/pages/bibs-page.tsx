import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { nameOf, personPath } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Empty } from '#src/ui/display.tsx';
import { ButtonLink, OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { outsideBibs } from '../read-outside.ts';
import type { BibCount, BibSettings, RangeRecord } from '../read-ranges.ts';
import type { Run } from '../read-runs.ts';
import { countOf } from '../rules/ranges.ts';
import { bibsPath, rangePath, runPath } from './paths.ts';

export const saidThere = ['saved', 'deleted', 'on', 'off', 'nextFree'] as const;
/** Maximum of listed people whose number is outside of their range. */
export const maxOutside = 100;

type Props = {
  catalog: Catalog;
  settings: BibSettings;
  ranges: readonly RangeRecord[];
  counts: readonly BibCount[];
  outside: Awaited<ReturnType<typeof outsideBibs>>;
  lastRun: Run | null;
  isNumberedElsewhere: boolean;
  words: Translator;
  said: (typeof saidThere)[number] | null;
  refusal: string | null;
};

/** The start numbers of an event: how far they are, which there are, and what can be done with them. */
export function BibsPage(props: Props): ReactElement {
  const { catalog, ranges, words, said, refusal } = props;
  const base = bibsPath(catalog.event.id);
  return (
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {said ? <Saved>{words.t(`bibs.said.${said}`)}</Saved> : null}
      {props.isNumberedElsewhere ? (
        <Alert>{words.t(ranges.length > 0 ? 'bibs.numberedTwice' : 'bibs.numberedElsewhere')}</Alert>
      ) : null}
      <div className="row">
        {ranges.length > 0 ? <ButtonLink href={`${base}/assign`}>{words.t('bibs.assign.title')}</ButtonLink> : null}
        <ButtonLink look="quiet" href={`${base}/print`}>
          {words.t('bibs.print.title')}
        </ButtonLink>
        <ButtonLink look="quiet" href={`${base}/start-list`}>
          {words.t('bibs.startList.title')}
        </ButtonLink>
        <ButtonLink look="quiet" href={`${base}/import`}>
          {words.t('bibs.import.title')}
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

function Counts({ catalog, ranges, counts, words }: Props): ReactElement {
  const countIn = (id: number) =>
    counts.find(({ competitionId }) => competitionId === id) ?? { people: 0, numbered: 0 };
  const numbersOf = (id: number) =>
    ranges.filter(({ competitionId }) => competitionId === id).reduce((sum, range) => sum + countOf(range), 0);
  return (
    <Table
      caption={words.t('bibs.counts')}
      columns={[
        { key: 'title', title: words.t('bibs.column.competition'), heading: true, cell: ({ title }) => title },
        {
          key: 'people',
          title: words.t('bibs.column.people'),
          align: 'end',
          cell: ({ id }) => words.number(countIn(id).people),
        },
        {
          key: 'numbered',
          title: words.t('bibs.column.numbered'),
          align: 'end',
          cell: ({ id }) => words.number(countIn(id).numbered),
        },
        {
          key: 'without',
          title: words.t('bibs.column.without'),
          align: 'end',
          cell: ({ id }) => words.number(countIn(id).people - countIn(id).numbered),
        },
        {
          key: 'numbers',
          title: words.t('bibs.column.numbers'),
          align: 'end',
          cell: ({ id }) => words.number(numbersOf(id)),
        },
      ]}
      rows={catalog.competitions}
      rowKey={({ id }) => id}
      empty={<Empty title={words.t('bibs.noCompetitions')} />}
    />
  );
}

/** People whose number is not of their competition, each with a button for the next free one there. */
function Outside({ catalog, outside, words }: Props): ReactElement | null {
  const { csrfToken } = usePage();
  const { count, rows } = outside;
  if (count === 0) return null;
  const eventId = catalog.event.id;
  const hint = [
    words.t('bibs.outside.text', { count }),
    count > rows.length ? words.t('bibs.outside.more', { shown: rows.length }) : '',
  ];
  return (
    <section className="stack-s" aria-labelledby="bibs-outside">
      <h2 id="bibs-outside">{words.t('bibs.outside.title')}</h2>
      <p>{hint.filter(Boolean).join(' ')}</p>
      <Table
        caption={words.t('bibs.outside.title')}
        captionHidden
        columns={[
          { key: 'bib', title: words.t('bibs.column.bib'), cell: ({ bib }) => <span className="figures">{bib}</span> },
          {
            key: 'name',
            title: words.t('bibs.column.name'),
            heading: true,
            cell: ({ participantId: id, orderId, ...person }) => (
              <OpenLink href={personPath({ id, orderId })}>{nameOf(person)}</OpenLink>
            ),
          },
          {
            key: 'competition',
            title: words.t('bibs.column.competition'),
            cell: ({ competitionId }) => catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '',
          },
          {
            key: 'next',
            title: words.t('bibs.outside.next'),
            cell: ({ participantId, ...person }) => (
              <PostButton
                action={`${bibsPath(eventId)}/next-free`}
                csrfToken={csrfToken}
                look="quiet"
                fields={{ participantId: String(participantId) }}
                aria-label={words.t('bibs.outside.nextFor', { name: nameOf(person) })}
              >
                {words.t('bibs.outside.next')}
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

function Ranges({ catalog, ranges, words }: Props): ReactElement {
  const base = bibsPath(catalog.event.id);
  const titleOf = (id: number) => catalog.competitions.find((each) => each.id === id)?.title ?? '';
  return (
    <section className="stack-s" aria-labelledby="bib-ranges">
      <h2 id="bib-ranges">{words.t('bibs.ranges.title')}</h2>
      <p className="soft">{words.t('bibs.ranges.intro')}</p>
      <Table
        caption={words.t('bibs.ranges.title')}
        captionHidden
        columns={[
          {
            key: 'numbers',
            title: words.t('bibs.column.range'),
            heading: true,
            cell: (range) => (
              <OpenLink className="figures" href={rangePath(range.eventId, range.id)}>
                {words.t('bibs.range', { first: String(range.first), last: String(range.last) })}
              </OpenLink>
            ),
          },
          {
            key: 'competition',
            title: words.t('bibs.column.competition'),
            cell: ({ competitionId }) => titleOf(competitionId),
          },
          { key: 'free', title: words.t('bibs.column.kept'), cell: (range) => freeText(range, words) || '–' },
          {
            key: 'count',
            title: words.t('bibs.column.numbers'),
            align: 'end',
            cell: (range) => words.number(countOf(range)),
          },
        ]}
        rows={ranges}
        rowKey={({ id }) => id}
        empty={<Empty title={words.t('bibs.ranges.none')} />}
      />
      <div className="row">
        <ButtonLink {...(ranges.length > 0 ? { look: 'quiet' as const } : {})} href={`${base}/ranges/new`}>
          {words.t('bibs.ranges.new')}
        </ButtonLink>
      </div>
    </section>
  );
}

function freeText({ block, gap, reserve }: RangeRecord, words: Translator): string {
  const gaps = block > 0 ? words.t('bibs.kept.gaps', { block, gap }) : '';
  return [gaps, reserve > 0 ? words.t('bibs.kept.reserve', { reserve }) : ''].filter(Boolean).join(' ');
}

function OnCompletion({ catalog, settings, words }: Props): ReactElement {
  const { csrfToken } = usePage();
  const isOn = settings.assignOnCompletion;
  return (
    <section className="stack-s" aria-labelledby="bibs-on-completion">
      <h2 id="bibs-on-completion">{words.t('bibs.onCompletion.title')}</h2>
      <p>{words.t(isOn ? 'bibs.onCompletion.on' : 'bibs.onCompletion.off')}</p>
      <div className="row">
        <PostButton
          action={`${bibsPath(catalog.event.id)}/on-completion`}
          csrfToken={csrfToken}
          look="quiet"
          fields={{ on: isOn ? 'false' : 'true' }}
        >
          {words.t(isOn ? 'bibs.onCompletion.turnOff' : 'bibs.onCompletion.turnOn')}
        </PostButton>
      </div>
    </section>
  );
}

function LastRun({ catalog, lastRun, words }: Props): ReactElement | null {
  const { csrfToken } = usePage();
  if (!lastRun) return null;
  const { id, kind, status, startedAt, editorEmail } = lastRun;
  const said = { when: words.shortDateTime(startedAt ?? lastRun.createdAt), who: editorEmail };
  return (
    <section className="stack-s" aria-labelledby="bibs-last">
      <h2 id="bibs-last">{words.t('bibs.last.title')}</h2>
      <p>
        <OpenLink href={runPath(catalog.event.id, id)}>{words.t(`bibs.last.${kind}`, said)}</OpenLink>
      </p>
      {status === 'done' && kind !== 'undo' ? (
        <>
          <p className="soft">{words.t('bibs.undo.intro')}</p>
          <div className="row">
            <PostButton action={`${bibsPath(catalog.event.id)}/undo`} csrfToken={csrfToken} look="quiet">
              {words.t('bibs.undo.preview')}
            </PostButton>
          </div>
        </>
      ) : null}
    </section>
  );
}
