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
const mostFound = 20;

type Found = { count: number; rows: CodeRow[] };

/** The codes of an event that hold this text, whatever kind they are of. */
export const findCodes = (reader: Reader, eventId: number, q: string): Promise<Found> =>
  listCodes(
    reader,
    { eventId },
    { offset: 0, limit: mostFound, order: '[{"field":"code","dir":"asc"}]', filter: '[]', q },
  );

export function CodeSearch({ eventId, q, words }: { eventId: number; q: string; words: Translator }): ReactElement {
  return (
    <Form
      method="get"
      action={typesPath(eventId)}
      csrfToken={null}
      className="filter code-search"
      role="search"
      aria-label={words.t('vouchers.find.label')}
    >
      <TextField
        name="code"
        type="search"
        label={words.t('vouchers.find.label')}
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <Button look="quiet">{words.t('ui.form.search')}</Button>
    </Form>
  );
}

export function FoundCodes(props: { eventId: number; found: Found; words: Translator; now: Instant }): ReactElement {
  const { eventId, found, words, now } = props;
  const { count, rows } = found;
  const codesOfKind = ({ voucherTypeId, code }: CodeRow) =>
    `${codesPath(eventId, voucherTypeId)}?${new URLSearchParams({ q: code })}`;
  return (
    <div className="stack-s">
      <Table
        caption={
          count > rows.length
            ? words.t('vouchers.find.first', { count: words.number(rows.length), all: words.number(count) })
            : words.t('vouchers.codes.found', { count })
        }
        rows={rows}
        rowKey={({ id }) => id}
        empty={words.t('vouchers.codes.noMatch')}
        columns={[
          {
            key: 'code',
            title: words.t('vouchers.codes.code'),
            heading: true,
            cell: (row) => (
              <a className="voucher-code" href={codesOfKind(row)}>
                {row.code}
              </a>
            ),
          },
          {
            key: 'kind',
            title: words.t('vouchers.types.name'),
            cell: ({ voucherTypeId, name }) => <a href={typePath(eventId, voucherTypeId)}>{name}</a>,
          },
          {
            key: 'status',
            title: words.t('vouchers.codes.status'),
            cell: (row) => {
              const state = validState(row, now);
              return (
                <>
                  <Badge tone={tones[row.status]}>{words.t(`vouchers.status.${row.status}`)}</Badge>{' '}
                  {state ? <Badge tone="wait">{words.t(`vouchers.validState.${state}`)}</Badge> : null}
                </>
              );
            },
          },
          { key: 'usedIn', title: words.t('vouchers.codes.usedIn'), cell: (row) => <UsedIn row={row} words={words} /> },
        ]}
      />
    </div>
  );
}
