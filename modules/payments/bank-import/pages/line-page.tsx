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

/** So many orders one line is split over on this page. */
export const mostShares = 5;

export const longestNote = 500;

/** Why a line is no order's. */
export const asideForm = (words: Translator): FormSpec =>
  plainForm('imports.line', {
    name: 'note',
    kind: 'long',
    height: 4,
    label: words.t('imports.line.note'),
    help: words.t('imports.line.noteHint'),
    required: true,
    control: { maxLength: longestNote },
  });

type Props = {
  line: SavedLine;
  suggestions: readonly Suggestion[];
  /** A suggestion that was taken: the whole amount stands there for it. */
  order: number | null;
  /** Of the form that was posted. */
  state: FormState | undefined;
  /** The outcome of deciding the line again; null: it was not decided again just now. */
  decided: string | null;
};

/** What the press on "check again" answers; anything else in the address says nothing. */
const decidedTexts: Partial<Record<string, MessageKey>> = {
  paid: 'imports.again.paid',
  alreadyPaid: 'imports.again.alreadyPaid',
  amountMismatch: 'imports.again.amountMismatch',
  notFound: 'imports.again.notFound',
  ignored: 'imports.again.ignored',
  before: 'imports.again.before',
};

/** One line that waits for a person: what it says, what it may mean, and what becomes of it. */
export function LinePage({ line, suggestions, order, state, decided }: Props): ReactElement {
  const { words, csrfToken } = usePage();
  const decidedText = decidedTexts[decided ?? ''];
  const isAside = state !== undefined && 'note' in state.errors;
  const first = { order1: String(order ?? ''), amount1: formatCentsInput(line.amount, words.locale) };
  const assigned = (isAside ? undefined : state) ?? { input: first };
  const texts: FormInput = assigned.input;
  const places = Array.from({ length: mostShares }, (_, at) => at + 1);
  const isUsed = (at: number) => at === 1 || Boolean(texts[`order${at}`]) || Boolean(texts[`amount${at}`]);
  const fields = (at: number) => (
    <div className="import-share" key={at}>
      <TextField name={`order${at}`} label={words.t('imports.line.order', { at })} inputMode="numeric" maxLength={20} />
      <MoneyField name={`amount${at}`} label={words.t('imports.line.amount', { at })} maxLength={20} />
    </div>
  );
  return (
    <div className="stack">
      {decidedText ? <Alert tone={decided === 'paid' ? 'good' : 'wait'}>{words.t(decidedText)}</Alert> : null}
      <Facts
        facts={[
          {
            label: words.t('imports.column.amount'),
            value: <strong className="figures">{words.money(line.amount)}</strong>,
          },
          { label: words.t('imports.column.date'), value: words.calendarDate(line.bookingDate) },
          { label: words.t('imports.column.payer'), value: line.payerName || '–' },
          { label: words.t('imports.line.iban'), value: line.payerIban ? formatIban(line.payerIban) : '–' },
          { label: words.t('imports.column.reference'), value: line.text || '–' },
          { label: words.t('imports.column.outcome'), value: <Outcome outcome={line.outcome} /> },
          ...(line.note ? [{ label: words.t('imports.line.note'), value: line.note }] : []),
        ]}
      />
      {canDecideAgain(line) ? (
        <Card title={words.t('imports.again.title')}>
          <p>{words.t('imports.again.hint')}</p>
          <PostButton action={`${linePath(line.id)}/decide-again`} csrfToken={csrfToken} look="quiet">
            {words.t('imports.again.now')}
          </PostButton>
        </Card>
      ) : null}
      {line.isClosed ? (
        <p>
          <a href={openLinesPath}>{words.t('imports.line.back')}</a>
        </p>
      ) : (
        <>
          <h2>{words.t('imports.suggestions.title')}</h2>
          {suggestions.length === 0 ? <Empty title={words.t('imports.suggestions.none')} /> : null}
          <ul className="import-suggestions">
            {suggestions.map((each) => (
              <li key={each.orderId} className="card">
                <div>
                  <a href={adminOrderPath(each.orderId)}>
                    {words.t('imports.suggestions.order', { order: String(each.orderId) })}
                  </a>{' '}
                  <strong className="figures">
                    {words.t('imports.suggestions.open', { amount: words.money(each.open) })}
                  </strong>
                  <p className="soft">{[each.event, each.people, each.email].filter(Boolean).join(' · ')}</p>
                  <p className="small">
                    {each.reasons.map((reason) => words.t(`imports.suggestions.${reason}`)).join(' · ')}
                  </p>
                </div>
                <ButtonLink href={`${linePath(line.id)}?order=${each.orderId}#assign`} look="quiet" small>
                  {words.t('imports.suggestions.take')}
                </ButtonLink>
              </li>
            ))}
          </ul>
          <Card title={words.t('imports.line.assign')}>
            <Form id="assign" action={`${linePath(line.id)}/assign`} state={assigned} guard>
              <p>{words.t('imports.line.assignHint', { amount: words.money(line.amount) })}</p>
              {places.filter(isUsed).map(fields)}
              <details>
                <summary>{words.t('imports.line.more')}</summary>
                {places.filter((at) => !isUsed(at)).map(fields)}
              </details>
              <div className="form-actions">
                <Button>{words.t('imports.line.assignNow')}</Button>
              </div>
            </Form>
          </Card>
          <Card title={words.t('imports.line.aside')}>
            <SavingForm
              form={asideForm(words)}
              record={{}}
              state={isAside ? state : null}
              action={`${linePath(line.id)}/set-aside`}
              submit={words.t('imports.line.asideNow')}
              look="quiet"
            />
          </Card>
        </>
      )}
    </div>
  );
}
