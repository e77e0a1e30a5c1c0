import type { ReactElement } from 'react';
import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import type { MoveOption } from '#modules/orders/rules/move-options.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { CheckboxField, RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { adminOrderPath } from '../paths.ts';

export type MovingPerson = ParticipantRecord & { competition: string; teamName: string | null };
type MovePageProps = {
  order: OrderRecord;
  money: OrderMoney;
  person: MovingPerson;
  options: readonly MoveOption[];
  state: FormState | undefined;
  /** Of the event that the order is of. */
  words: Translator;
};

/** Where somebody could start instead, with the difference in price and what becomes of it. */
export function MovePage({ order, money, person, options, state, words }: MovePageProps): ReactElement {
  const isPossible = options.some(({ refusal }) => refusal === null);
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: words.t('moves.from'), value: person.competition },
          ...(person.teamName ? [{ label: words.t('ordersAdmin.person.team'), value: person.teamName }] : []),
          { label: words.t('ordersAdmin.person.charged'), value: words.money(person.chargedPrice) },
          { label: words.t('ordersAdmin.column.total'), value: words.money(order.totalPrice) },
          { label: words.t('moves.paid'), value: words.money(money.refundable) },
        ]}
      />
      {options.length === 0 ? (
        <Alert tone="neutral" title={words.t('moves.none')}>
          <p>
            <a href={adminOrderPath(order.id)}>{words.t('moves.back')}</a>
          </p>
        </Alert>
      ) : (
        <Form
          action={`/admin/orders/${order.id}/participants/${person.id}/move`}
          state={state ?? {}}
          requiredNote={words.t('ui.form.required')}
        >
          <RadioCards
            name="competitionId"
            label={words.t('moves.to')}
            required
            choices={options.map((option) => ({
              value: String(option.competitionId),
              label: option.title,
              text: option.refusal ? words.t(`moves.refusal.${option.refusal}`) : differenceText(option, words),
              ...(option.price === null ? {} : { aside: words.money(option.price) }),
              disabled: option.refusal !== null,
            }))}
          />
          {options.map(({ competitionId, difference }) => (
            <input key={competitionId} type="hidden" name={`shown-${competitionId}`} value={difference} />
          ))}
          <RadioCards
            name="difference"
            label={words.t('moves.difference')}
            defaultValue="settle"
            choices={(['settle', 'keep'] as const).map((value) => ({
              value,
              label: words.t(`moves.difference.${value}`),
              text: words.t(`moves.difference.${value}.text`),
            }))}
          />
          {person.rrBib === null ? null : (
            <CheckboxField
              name="nextFreeBib"
              label={words.t('moves.nextFreeBib', { bib: person.rrBib })}
              hint={words.t('moves.nextFreeBibHint')}
              defaultChecked={state === undefined || state.input?.nextFreeBib === 'true'}
            />
          )}
          <p className="soft">{words.t('moves.mails')}</p>
          <div className="form-actions">
            <Button disabled={!isPossible}>{words.t('moves.submit')}</Button>
            <ButtonLink look="quiet" href={adminOrderPath(order.id)}>
              {words.t('ui.form.cancel')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}

function differenceText({ difference }: MoveOption, words: Translator): string {
  if (difference === 0) return words.t('moves.same');
  return difference > 0
    ? words.t('moves.more', { amount: words.money(difference) })
    : words.t('moves.less', { amount: words.money(cents(-difference)) });
}
