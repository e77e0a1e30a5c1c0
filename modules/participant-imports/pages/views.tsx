import type { ReactElement, ReactNode } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { requiredFields } from '#modules/orders/rules/participant.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { tableFormats } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Empty, Facts, type Tone } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import { ColumnChoice, columnTitle } from '#src/web/forms/column-choice.tsx';
import { problemText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { ignoredColumn, importFields } from '../rules/fields.ts';
import { countLines, type LineOutcome, type LineRecord, lineOutcomes } from '../rules/line.ts';
import type { ParticipantImport } from '../schema.ts';
import { allowedValues, fieldLabel } from '../texts.ts';

/** Where lists are read: the management of an event, or its group registration. */
export type Room = {
  call: Pick<PageCall, 'deps' | 'clientAddress' | 'now' | 'query' | 'form' | 'redirect'>;
  viewer: Viewer;
  catalog: Catalog;
  i18n: Translator;
  isOwn: boolean;
  base: string;
  show(title: string, body: ReactElement, status?: Parameters<PageCall['render']>[2]): Promise<Response>;
};

export const importPath = ({ base }: Room, { id }: Pick<ParticipantImport, 'id'>): string => `${base}/${id}`;

const tones: Record<LineOutcome, Tone> = { new: 'good', duplicate: 'wait', refused: 'bad' };

/** Choice of a file, and what it may contain. */
export function UploadForm(props: { room: Room; error: string | null; below: ReactNode }): ReactElement {
  const { room, error, below } = props;
  const { i18n, base, isOwn } = room;
  const { csrfToken } = usePage();
  const { t } = i18n;
  return (
    <div className="stack">
      <p className="lead">{t(isOwn ? 'participantImports.own.intro' : 'participantImports.intro')}</p>
      <RefusalNote>{error}</RefusalNote>
      <Form action={base} csrfToken={csrfToken} encType="multipart/form-data">
        <FileField
          name="file"
          label={t('participantImports.file')}
          hint={t('participantImports.fileHint')}
          choose={t('imports.upload.choose')}
          none={t('imports.upload.none')}
        />
        <div className="form-actions">
          <Button>{t('participantImports.read')}</Button>
        </div>
        <p className="soft">{t('participantImports.nothingYet')}</p>
      </Form>
      <Template room={room} />
      {below}
    </div>
  );
}

function Template({ room: { catalog, i18n, base } }: { room: Room }): ReactElement {
  const { t } = i18n;
  const { competitions } = catalog;
  const needed = new Set<string>(competitions.flatMap((each) => requiredFields(catalog.event, each)));
  if (competitions.length > 1) needed.add('competition');
  const facts = importFields(catalog).map((field) => {
    const isNeeded = needed.has(field.key) || ('question' in field && field.question.isRequired);
    const notes = [
      ...(isNeeded ? [t('participantImports.template.needed')] : []),
      ...(field.key === 'team' ? [t('participantImports.values.team')] : []),
      ...('article' in field && field.article.variants.length > 1 ? [t('participantImports.values.several')] : []),
    ];
    const values = allowedValues(field, catalog, i18n).join(', ');
    return { label: fieldLabel(field, i18n), value: [values, ...notes].filter(Boolean).join(' · ') || '–' };
  });
  return (
    <section className="stack">
      <h2>{t('participantImports.template.title')}</h2>
      <p>{t('participantImports.template.text')}</p>
      <div className="row">
        {tableFormats.toReversed().map((format) => (
          <ButtonLink key={format} look="quiet" href={`${base}/template?format=${format}`}>
            {t(`participantImports.template.${format}`)}
          </ButtonLink>
        ))}
      </div>
      <Facts facts={facts} />
    </section>
  );
}

export function ColumnsForm(props: {
  room: Room;
  record: ParticipantImport;
  state: FormState | undefined;
}): ReactElement {
  const { room, record, state } = props;
  const { catalog, i18n } = room;
  const { csrfToken } = usePage();
  const { t } = i18n;
  const options = [
    ...importFields(catalog).map((field) => ({ value: field.key, label: fieldLabel(field, i18n) })),
    { value: ignoredColumn, label: t('participantImports.field.ignored') },
  ];
  const unknown = record.heads.flatMap((head, at) => (record.fields[at] === null ? columnTitle(i18n, head, at) : []));
  const columns = record.heads.map((head, at) => ({
    head,
    cells: record.fileRows.slice(0, exampleRows).map(({ cells }) => cells[at] ?? ''),
    chosen: record.fields[at] ?? '',
  }));
  return (
    <div className="stack">
      {unknown.length > 0 && !state ? (
        <Alert tone="wait">{t('imports.columns.unknown', { count: unknown.length, names: unknown.join(', ') })}</Alert>
      ) : null}
      <p>{t('participantImports.columns.hint', { name: record.fileName })}</p>
      <Form action={`${importPath(room, record)}/columns`} csrfToken={csrfToken} state={state}>
        <ColumnChoice columns={columns} options={options} />
        <p className="soft">{t('participantImports.columns.remembered')}</p>
        <div className="form-actions">
          <Button>{t('participantImports.columns.go')}</Button>
          <ButtonLink href={room.base} look="quiet">
            {t('participantImports.preview.again')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
const exampleRows = 20;

const linesOnAPage = 100;

type PreviewProps = {
  room: Room;
  record: ParticipantImport;
  /** Null: all that are not new; without any, all. */
  outcome: LineOutcome | null;
  page: number;
  /** The form that books; null once it is booked. */
  booking: ReactElement | null;
};

export function Preview({ room, record, outcome, page, booking }: PreviewProps): ReactElement {
  const { i18n } = room;
  const { t } = i18n;
  const counts = countLines(record.lines);
  const skipped = counts.duplicate + counts.refused;
  const path = importPath(room, record);
  const isBooked = record.orderId !== null;
  const lines = record.lines.filter((line) =>
    outcome ? line.outcome === outcome : skipped === 0 || line.outcome !== 'new',
  );
  const pages = Math.max(1, Math.ceil(lines.length / linesOnAPage));
  const hrefOf = (to: LineOutcome | null, at = 1) =>
    `${path}?${new URLSearchParams({ ...(to ? { outcome: to } : {}), ...(at > 1 ? { page: String(at) } : {}) })}#lines`;
  return (
    <div className="stack">
      {isBooked ? (
        booking
      ) : (
        <p>{t('participantImports.preview.of', { name: record.fileName, count: record.lines.length })}</p>
      )}
      {isBooked ? null : (
        <ul className={`import-summary ${room.isOwn ? 'row' : ''}`}>
          {lineOutcomes.map((each) => (
            <li key={each}>
              <a href={hrefOf(outcome === each ? null : each)} aria-current={outcome === each ? 'true' : undefined}>
                <Badge tone={tones[each]}>{t(`participantImports.outcome.${each}`)}</Badge>
                <strong className="figures">{t('participantImports.count', { count: counts[each] })}</strong>
              </a>
            </li>
          ))}
        </ul>
      )}
      {record.refusal ? (
        <Alert tone="bad" title={t('participantImports.preview.noPrice')}>
          {problemText(i18n, record.refusal)}
        </Alert>
      ) : null}
      {skipped > 0 ? <Alert tone="wait">{t('participantImports.preview.skipped', { count: skipped })}</Alert> : null}
      {isBooked && skipped === 0 ? null : (
        <section className="stack" id="lines">
          <Lines room={room} lines={lines.slice((page - 1) * linesOnAPage, page * linesOnAPage)} />
          <Pager page={page} pages={pages} href={(to) => hrefOf(outcome, to)} />
        </section>
      )}
      <div className="row">
        {skipped > 0 ? (
          <ButtonLink look="quiet" href={`${path}/rest?format=xlsx`}>
            {t('participantImports.preview.restFile')}
          </ButtonLink>
        ) : null}
        {isBooked ? null : (
          <ButtonLink look="quiet" href={`${path}/columns`}>
            {t('participantImports.columns.change')}
          </ButtonLink>
        )}
        <ButtonLink look="quiet" href={room.base}>
          {t('participantImports.preview.again')}
        </ButtonLink>
      </div>
      {isBooked ? null : booking}
    </div>
  );
}

function Lines({ room: { catalog, i18n }, lines }: { room: Room; lines: readonly LineRecord[] }): ReactElement {
  const { t } = i18n;
  const titleOf = (competitionId: number | null) =>
    catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '–';
  return (
    <Table
      caption={t('participantImports.preview.lines')}
      columns={[
        { key: 'line', title: t('participantImports.column.line'), align: 'end', cell: ({ line }) => line },
        {
          key: 'name',
          title: t('participantImports.column.name'),
          heading: true,
          cell: ({ participant: { firstName, lastName } }) => `${firstName} ${lastName}`.trim() || '–',
        },
        {
          key: 'birthDate',
          title: t('participantImports.column.birthDate'),
          cell: ({ participant: { birthDate } }) => (birthDate ? i18n.calendarDate(birthDate) : '–'),
        },
        {
          key: 'competition',
          title: t('participantImports.column.competition'),
          cell: ({ participant: { competitionId, teamName } }) =>
            [titleOf(competitionId), teamName].filter(Boolean).join(' · '),
        },
        {
          key: 'outcome',
          title: t('participantImports.column.outcome'),
          cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`participantImports.outcome.${outcome}`)}</Badge>,
        },
        {
          key: 'reason',
          title: t('participantImports.column.reason'),
          isEmpty: ({ errors }) => errors.length === 0,
          cell: ({ errors }) => (errors.length === 0 ? '–' : errors.map((error) => <div key={error}>{error}</div>)),
        },
      ]}
      rows={lines}
      rowKey={({ line }) => line}
      empty={<Empty title={t('participantImports.preview.none')} />}
    />
  );
}
