import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type CodeRow, listCodes } from '../read-management.ts';
import { validState } from '../voucher-texts.ts';
import { tones } from './codes-listing.tsx';
import { codesPath, typePath, typesPath } from './paths.ts';
import { UsedIn } from './used-in.tsx';

/** Who asks on the phone knows a code, not its kind. More than these are found by the list of the kind. */
const maxResults = 20;

type Found = { count: number; rows: CodeRow[] };

/** The codes of an event that hold this text, whatever kind they are of. */
export const findCodes = (reader: Reader, eventId: number, q: string): Promise<Found> =>
  listCodes(
    reader,
    { eventId },
    { offset: 0, limit: maxResults, order: '[{"field":"code","dir":"asc"}]', filter: '[]', q },
  );

export function CodeSearch({ eventId, q, i18n }: { eventId: number; q: string; i18n: Translator }): ReactElement {
  return (
    <Form
      method="get"
      action={typesPath(eventId)}
      csrfToken={null}
      className="filter code-search"
      role="search"
      aria-label={i18n.t('vouchers.find.label')}
    >
      <TextField
        name="code"
        type="search"
        label={i18n.t('vouchers.find.label')}
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <Button look="quiet">{i18n.t('ui.form.search')}</Button>
    </Form>
  );
}

export function FoundCodes(props: { eventId: number; found: Found; i18n: Translator; now: Instant }): ReactElement {
  const { eventId, found, i18n, now } = props;
  const { count, rows } = found;
  const codesOfKind = ({ voucherTypeId, code }: CodeRow) =>
    `${codesPath(eventId, voucherTypeId)}?${new URLSearchParams({ q: code })}`;
  return (
    <div className="stack-s">
      <Table
        caption={
          count > rows.length
            ? i18n.t('vouchers.find.first', { count: i18n.number(rows.length), all: i18n.number(count) })
            : i18n.t('vouchers.codes.found', { count })
        }
        rows={rows}
        rowKey={({ id }) => id}
        empty={i18n.t('vouchers.codes.noMatch')}
        columns={[
          {
            key: 'code',
            title: i18n.t('vouchers.codes.code'),
            heading: true,
            cell: (row) => (
              <a className="voucher-code" href={codesOfKind(row)}>
                {row.code}
              </a>
            ),
          },
          {
            key: 'kind',
            title: i18n.t('vouchers.types.name'),
            cell: ({ voucherTypeId, name }) => <a href={typePath(eventId, voucherTypeId)}>{name}</a>,
          },
          {
            key: 'status',
            title: i18n.t('vouchers.codes.status'),
            cell: (row) => {
              const state = validState(row, now);
              return (
                <>
                  <Badge tone={tones[row.status]}>{i18n.t(`vouchers.status.${row.status}`)}</Badge>{' '}
                  {state ? <Badge tone="wait">{i18n.t(`vouchers.validState.${state}`)}</Badge> : null}
                </>
              );
            },
          },
          { key: 'usedIn', title: i18n.t('vouchers.codes.usedIn'), cell: (row) => <UsedIn row={row} i18n={i18n} /> },
        ]}
      />
    </div>
  );
}
