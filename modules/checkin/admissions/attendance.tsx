import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Table } from '#src/ui/table.tsx';
import type { attendanceOf } from './read-admissions.ts';

export function Attendance(props: {
  catalog: Catalog;
  rows: Awaited<ReturnType<typeof attendanceOf>>;
  i18n: Translator;
}): ReactElement {
  const { catalog, rows, i18n } = props;
  const shown = catalog.competitions.map(({ id, title }) => ({
    id,
    title,
    ...(rows.find(({ competitionId }) => competitionId === id) ?? { tickets: 0, inside: 0, handedOut: 0 }),
  }));
  const all = (field: 'tickets' | 'inside' | 'handedOut') => shown.reduce((sum, row) => sum + row[field], 0);
  const rowsWithSum =
    shown.length > 1
      ? [
          ...shown,
          {
            id: 0,
            title: i18n.t('gate.admissions.all'),
            tickets: all('tickets'),
            inside: all('inside'),
            handedOut: all('handedOut'),
          },
        ]
      : shown;
  const figure = (key: 'tickets' | 'inside' | 'handedOut') => ({
    key,
    title: i18n.t(`gate.admissions.figure.${key}`),
    align: 'end' as const,
    cell: (row: (typeof rowsWithSum)[number]) => i18n.number(row[key]),
  });
  return (
    <Table
      caption={i18n.t('gate.admissions.byCompetition')}
      columns={[
        {
          key: 'title',
          title: i18n.t('gate.admissions.competition'),
          heading: true,
          cell: ({ title }) => title,
        },
        figure('inside'),
        figure('handedOut'),
        figure('tickets'),
      ]}
      rows={rowsWithSum}
      rowKey={({ id }) => id}
      empty={i18n.t('gate.admissions.none')}
    />
  );
}
