import type { ReactElement } from 'react';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Button } from '#src/ui/form.tsx';
import { formatDate } from '#src/ui/format.ts';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { fieldLabel } from '../management/frame.tsx';
import type { ShiftScope, TimeChange } from './shift-event.ts';

/** The name of the submit buttons. */
const scopeField = 'along';
export const shiftScopeIn = (form: FormData): ShiftScope | null => {
  const answer = form.get(scopeField);
  return answer === 'everything' || answer === 'clocks' ? answer : null;
};

const valuesOf = (form: FormData): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(form.keys())]
      .filter((name) => name !== 'csrf' && name !== 'confirmed' && name !== scopeField)
      .map((name) => [name, form.getAll(name).filter((value) => typeof value === 'string')]),
  );

/** Lists the times that would move and asks for a decision; a new time zone moves all. Posts the settings again. */
export function ShiftQuestion(props: {
  action: string;
  /** The posted settings. */
  form: FormData;
  changes: readonly TimeChange[];
  risks: readonly string[];
  i18n: Translator;
  /** Time zones before and after. */
  zone: string;
  newZone: string;
}): ReactElement {
  const { action, form, changes, risks, i18n, zone, newZone } = props;
  const time = (at: Instant | CalendarDate, { dateTime, locale }: Translator) =>
    typeof at === 'number' ? dateTime(at) : formatDate(at, locale);
  const isChoice = newZone === zone;
  return (
    <Confirm
      action={action}
      fields={valuesOf(form)}
      question={i18n.t(isChoice ? 'events.shift.question' : 'events.shift.zone')}
      text={i18n.t('events.shift.text', { count: changes.length })}
      risks={risks}
      button={i18n.t('events.shift.everything')}
      answer={{ name: scopeField, value: 'everything' }}
      more={
        isChoice ? (
          <Button look="quiet" name={scopeField} value="clocks">
            {i18n.t('events.shift.nothing')}
          </Button>
        ) : null
      }
      isHarmless
      back={action}
    >
      <Table
        caption={i18n.t('events.shift.list')}
        captionHidden
        rows={changes}
        rowKey={({ kind, id, field }) => `${kind} ${id} ${field}`}
        empty=""
        columns={[
          {
            key: 'what',
            title: i18n.t('events.shift.what'),
            heading: true,
            cell: ({ kind, title }) => `${i18n.t(`events.history.kind.${kind}`)}: ${title}`,
          },
          {
            key: 'field',
            title: i18n.t('events.shift.field'),
            cell: ({ kind, field, historyField = field }) =>
              fieldLabel(kind, historyField.split('[')[0] ?? historyField, i18n),
          },
          { key: 'from', title: i18n.t('events.shift.from'), cell: ({ from }) => time(from, i18n) },
          { key: 'to', title: i18n.t('events.shift.to'), cell: ({ to }) => time(to, i18n.in(newZone)) },
        ]}
      />
    </Confirm>
  );
}
