import type { ReactElement } from 'react';
import { formatIban } from '#src/kernel/iban.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Alert, Card, Empty, Facts } from '#src/ui/display.tsx';
import { MoneyField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import { type FormInput, type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { adminOrderPath } from '../../paths.ts';
import { canDecideAgain } from '../decide-again.ts';
import type { SavedLine, Suggestion } from '../read-lines.ts';
import { Outcome } from './parts.tsx';
import { linePath, openLinesPath } from './paths.ts';

/** Maximum number of orders in the form. */
export const maxShares = 5;

export const longestNote = 500;

export const asideForm = (i18n: Translator): FormSpec =>
  plainForm('imports.line', {
    name: 'note',
    kind: 'long',
    height: 4,
    label: i18n.t('imports.line.note'),
    help: i18n.t('imports.line.noteHint'),
    required: true,
    control: { maxLength: longestNote },
  });

type Props = {
  line: SavedLine;
  suggestions: readonly Suggestion[];
  /** An accepted suggestion: its amount is prefilled. */
  order: number | null;
  state: FormState | undefined;
  /** Outcome of deciding the line again; null: not just decided. */
  decided: string | null;
};

/** Messages after "check again"; other values in the address are ignored. */
const decidedTexts: Partial<Record<string, MessageKey>> = {
  paid: 'imports.again.paid',
  alreadyPaid: 'imports.again.alreadyPaid',
  amountMismatch: 'imports.again.amountMismatch',
  notFound: 'imports.again.notFound',
  ignored: 'imports.again.ignored',
  before: 'imports.again.before',
};

export function LinePage({ line, suggestions, order, state, decided }: Props): ReactElement {
  const { i18n, csrfToken } = usePage();
  const decidedText = decidedTexts[decided ?? ''];
  const isAside = state !== undefined && 'note' in state.errors;
  const first = { order1: String(order ?? ''), amount1: formatCentsInput(line.amount, i18n.locale) };
  const assigned = (isAside ? undefined : state) ?? { input: first };
  const texts: FormInput = assigned.input;
  const places = Array.from({ length: maxShares }, (_, at) => at + 1);
  const isUsed = (at: number) => at === 1 || Boolean(texts[`order${at}`]) || Boolean(texts[`amount${at}`]);
  const fields = (at: number) => (
    <div className="import-share" key={at}>
      <TextField name={`order${at}`} label={i18n.t('imports.line.order', { at })} inputMode="numeric" maxLength={20} />
      <MoneyField name={`amount${at}`} label={i18n.t('imports.line.amount', { at })} maxLength={20} />
    </div>
  );
  return (
    <div className="stack">
      {decidedText ? <Alert tone={decided === 'paid' ? 'good' : 'wait'}>{i18n.t(decidedText)}</Alert> : null}
      <Facts
        facts={[
          {
            label: i18n.t('imports.column.amount'),
            value: <strong className="figures">{i18n.money(line.amount)}</strong>,
          },
          { label: i18n.t('imports.column.date'), value: i18n.calendarDate(line.bookingDate) },
          { label: i18n.t('imports.column.payer'), value: line.payerName || '–' },
          { label: i18n.t('imports.line.iban'), value: line.payerIban ? formatIban(line.payerIban) : '–' },
          { label: i18n.t('imports.column.reference'), value: line.text || '–' },
          { label: i18n.t('imports.column.outcome'), value: <Outcome outcome={line.outcome} /> },
          ...(line.note ? [{ label: i18n.t('imports.line.note'), value: line.note }] : []),
        ]}
      />
      {canDecideAgain(line) ? (
        <Card title={i18n.t('imports.again.title')}>
          <p>{i18n.t('imports.again.hint')}</p>
          <PostButton action={`${linePath(line.id)}/decide-again`} csrfToken={csrfToken} look="quiet">
            {i18n.t('imports.again.now')}
          </PostButton>
        </Card>
      ) : null}
      {line.isClosed ? (
        <p>
          <a href={openLinesPath}>{i18n.t('imports.line.back')}</a>
        </p>
      ) : (
        <>
          <h2>{i18n.t('imports.suggestions.title')}</h2>
          {suggestions.length === 0 ? <Empty title={i18n.t('imports.suggestions.none')} /> : null}
          <ul className="import-suggestions">
            {suggestions.map((each) => (
              <li key={each.orderId} className="card">
                <div>
                  <a href={adminOrderPath(each.orderId)}>
                    {i18n.t('imports.suggestions.order', { order: String(each.orderId) })}
                  </a>{' '}
                  <strong className="figures">
                    {i18n.t('imports.suggestions.open', { amount: i18n.money(each.open) })}
                  </strong>
                  <p className="soft">{[each.event, each.people, each.email].filter(Boolean).join(' · ')}</p>
                  <p className="small">
                    {each.reasons.map((reason) => i18n.t(`imports.suggestions.${reason}`)).join(' · ')}
                  </p>
                </div>
                <ButtonLink href={`${linePath(line.id)}?order=${each.orderId}#assign`} look="quiet" small>
                  {i18n.t('imports.suggestions.take')}
                </ButtonLink>
              </li>
            ))}
          </ul>
          <Card title={i18n.t('imports.line.assign')}>
            <Form id="assign" action={`${linePath(line.id)}/assign`} state={assigned} guard>
              <p>{i18n.t('imports.line.assignHint', { amount: i18n.money(line.amount) })}</p>
              {places.filter(isUsed).map(fields)}
              <details>
                <summary>{i18n.t('imports.line.more')}</summary>
                {places.filter((at) => !isUsed(at)).map(fields)}
              </details>
              <div className="form-actions">
                <Button>{i18n.t('imports.line.assignNow')}</Button>
              </div>
            </Form>
          </Card>
          <Card title={i18n.t('imports.line.aside')}>
            <SavingForm
              form={asideForm(i18n)}
              record={{}}
              state={isAside ? state : null}
              action={`${linePath(line.id)}/set-aside`}
              submit={i18n.t('imports.line.asideNow')}
              look="quiet"
            />
          </Card>
        </>
      )}
    </div>
  );
}
