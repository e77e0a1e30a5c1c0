import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import type { Board, BoardQuestion, BoardRow } from '../rules/board.ts';
import { classesOf, classLabels, type TeamResult } from '../rules/ranks.ts';
import { statusText, timeText } from '../words.ts';
import type { SeenCompetition } from './load-public.ts';
import { ListHead, Ways } from './parts.tsx';
import { competitionResultsPath, pathWithQuery, resultPath } from './paths.ts';

export const resultsOnAPage = 100;
const genders = ['female', 'male', 'diverse'] as const;

export type ResultsView = {
  seen: SeenCompetition;
  open: readonly SeenCompetition[];
  board: Board;
  question: BoardQuestion;
  isTeams: boolean;
  rows: readonly BoardRow[];
  teams: readonly TeamResult<BoardRow>[];
  count: number;
  page: number;
  pages: number;
  i18n: Translator;
};

export function ResultsPage(view: ResultsView): ReactElement {
  const { seen, open, board, question, isTeams, rows, count, page, pages, i18n } = view;
  const { event } = seen.catalog;
  const path = competitionResultsPath(event.id, seen.competition.id);
  return (
    <div className="stack">
      <ListHead
        event={event}
        title={i18n.t('results.public.title', { competition: seen.competition.title })}
        lead={i18n.weekdayDate(seen.competition.timestamp)}
        isPreview={seen.isPreview}
        i18n={i18n}
      />
      <Ways
        label={i18n.t('results.public.competitions')}
        ways={open.map(({ competition }) => ({
          href: competitionResultsPath(event.id, competition.id),
          label: competition.title,
          isHere: competition.id === seen.competition.id,
        }))}
      />
      {board.teams.length > 0 ? (
        <Ways
          label={i18n.t('results.public.views')}
          ways={[
            { href: path, label: i18n.t('results.public.single'), isHere: !isTeams },
            { href: `${path}?view=teams`, label: i18n.t('results.public.teams'), isHere: isTeams },
          ]}
        />
      ) : null}
      {isTeams ? (
        <>
          <Teams {...view} />
          <Pager page={page} pages={pages} href={(to) => pathWithQuery(path, { view: 'teams' }, to)} />
        </>
      ) : (
        <>
          <Filter {...view} path={path} />
          <p className="soft" role="status">
            {i18n.t('results.public.count', { count })}
          </p>
          <div className="result-list">
            <Table
              caption={i18n.t('results.public.title', { competition: seen.competition.title })}
              captionHidden
              columns={columnsOf(view)}
              rows={rows}
              rowKey={({ id }) => id}
              empty={
                <Empty
                  title={i18n.t(board.rows.length === 0 ? 'results.public.none' : 'results.filter.none')}
                  text={board.rows.length === 0 ? null : i18n.t('results.filter.noneHint')}
                />
              }
            />
          </div>
          <Pager
            page={page}
            pages={pages}
            href={(to) => pathWithQuery(path, { q: question.q, gender: question.gender, class: question.ageClass }, to)}
          />
        </>
      )}
    </div>
  );
}

function Filter({ seen, board, question, path, i18n }: ResultsView & { path: string }): ReactElement {
  const { classPreset, ownClasses } = seen.lists;
  const [seenGenders, seenClasses] = [
    new Set(board.rows.map(({ gender }) => gender)),
    new Set(board.rows.map(({ ageClass }) => ageClass)),
  ];
  const shownGenders = genders.filter((gender) => seenGenders.has(gender));
  const shownClasses = classLabels(classesOf(classPreset, ownClasses)).filter((label) => seenClasses.has(label));
  return (
    <Form method="get" action={path} csrfToken={null} className="filter result-filter" role="search">
      <TextField
        name="q"
        label={i18n.t('results.filter.q')}
        type="search"
        defaultValue={question.q}
        placeholder={i18n.t('results.filter.qHint')}
        maxLength={100}
      />
      {shownGenders.length > 1 ? (
        <SelectField
          name="gender"
          label={i18n.t('results.filter.gender')}
          defaultValue={question.gender}
          placeholder={i18n.t('results.filter.all')}
          options={shownGenders.map((gender) => ({ value: gender, label: i18n.t(`results.gender.${gender}`) }))}
        />
      ) : null}
      {shownClasses.length > 1 ? (
        <SelectField
          name="class"
          label={i18n.t('results.filter.class')}
          defaultValue={question.ageClass}
          placeholder={i18n.t('results.filter.all')}
          options={shownClasses.map((label) => ({ value: label, label }))}
        />
      ) : null}
      <Button look="quiet">{i18n.t('results.filter.show')}</Button>
    </Form>
  );
}

const rankText = (rank: number | null, i18n: Translator): string =>
  rank === null ? '–' : i18n.t('results.rank', { rank });

const nameOrAnonymous = ({ isNamed, name }: BoardRow, i18n: Translator): string =>
  isNamed && name !== '' ? name : i18n.t('results.anonymous');

function columnsOf({ seen, board, question, rows, i18n }: ResultsView): Column<BoardRow>[] {
  const { t } = i18n;
  const { event } = seen.catalog;
  const has = (of: (row: BoardRow) => string | null) => rows.some((row) => of(row) !== null);
  const optional = (
    key: 'bib' | 'club' | 'nation' | 'teamName',
    card: NonNullable<Column<BoardRow>['card']>,
    title = t(`results.column.${key === 'teamName' ? 'team' : key}`),
  ): Column<BoardRow>[] =>
    has((row) => row[key])
      ? [{ key, title, cell: (row) => row[key] ?? '–', isEmpty: (row) => row[key] === null, card }]
      : [];
  const genderRank: Column<BoardRow> = {
    key: 'genderRank',
    title: t('results.column.genderRank'),
    cell: (row) =>
      row.gender === null || row.genderRank === null
        ? '–'
        : t('results.genderRank', { gender: t(`results.genderShort.${row.gender}`), rank: row.genderRank }),
    isEmpty: (row) => row.genderRank === null,
    isShort: true,
    card: 'rest',
  };
  const rank = question.ageClass !== '' ? 'classRank' : question.gender !== '' ? 'genderRank' : ('rank' as const);
  return [
    {
      key: 'rank',
      title: t(`results.column.${rank}`),
      cell: (row) => rankText(row[rank], i18n),
      align: 'end',
      isShort: true,
      isEmpty: (row) => row[rank] === null,
      card: 'start',
    },
    {
      key: 'name',
      title: t('results.column.name'),
      cell: (row) =>
        row.isNamed ? (
          <a href={resultPath(event.id, seen.competition.id, row.id)}>{nameOrAnonymous(row, i18n)}</a>
        ) : (
          <span className="soft">{nameOrAnonymous(row, i18n)}</span>
        ),
      heading: true,
      card: 'start',
    },
    {
      key: 'time',
      title: t('results.column.time'),
      cell: (row) =>
        row.status === 'finished' && row.timeMs !== null
          ? timeText(row.timeMs, board.digits, i18n)
          : statusText(row.status, i18n),
      align: 'end',
      isShort: true,
      card: 'end',
    },
    {
      key: 'ageClass',
      title: t('results.column.ageClass'),
      cell: (row) =>
        row.ageClass === null
          ? '–'
          : row.classRank === null
            ? row.ageClass
            : t('results.classRank', { ageClass: row.ageClass, rank: row.classRank }),
      isEmpty: ({ ageClass }) => ageClass === null,
      isShort: true,
      card: 'rest',
    },
    // Filtered by gender, the first column already shows this rank.
    ...(rank === 'genderRank' ? [] : [genderRank]),
    ...optional('teamName', 'rest'),
    ...optional('club', 'rest'),
    ...optional('bib', 'foot').map((column) => ({
      ...column,
      // Without a heading a bare number is ambiguous.
      cell: ({ bib }: BoardRow) => (
        <>
          <span className="result-bib">{column.title} </span>
          {bib ?? '–'}
        </>
      ),
    })),
    ...optional('nation', 'foot'),
  ];
}

function Teams({ board, seen, teams, i18n }: ResultsView): ReactElement {
  const { t } = i18n;
  const { event } = seen.catalog;
  const columns: Column<TeamResult<BoardRow>>[] = [
    {
      key: 'rank',
      title: t('results.column.rank'),
      cell: ({ rank }) => rankText(rank, i18n),
      align: 'end',
      isShort: true,
      card: 'start',
    },
    { key: 'team', title: t('results.column.team'), cell: ({ name }) => name, heading: true, card: 'start' },
    {
      key: 'time',
      title: t('results.column.sum'),
      cell: ({ timeMs }) => timeText(timeMs, board.digits, i18n),
      align: 'end',
      isShort: true,
      card: 'end',
    },
    {
      key: 'members',
      title: t('results.column.members'),
      cell: ({ members }) => (
        <ul className="result-members">
          {members.map((row) => (
            <li key={row.id}>
              {row.isNamed ? (
                <a href={resultPath(event.id, seen.competition.id, row.id)}>{nameOrAnonymous(row, i18n)}</a>
              ) : (
                nameOrAnonymous(row, i18n)
              )}{' '}
              <span className="soft figures">
                {row.timeMs === null ? '' : timeText(row.timeMs, board.digits, i18n)}
              </span>
            </li>
          ))}
        </ul>
      ),
      card: 'rest',
    },
  ];
  return (
    <>
      <p className="soft">{t('results.public.teamsHint', { count: seen.lists.teamSize })}</p>
      <div className="result-list">
        <Table
          caption={t('results.public.teams')}
          captionHidden
          columns={columns}
          rows={teams}
          rowKey={({ members }) => members[0]?.id ?? 0}
          empty={<Empty title={t('results.public.noTeams')} />}
        />
      </div>
    </>
  );
}
