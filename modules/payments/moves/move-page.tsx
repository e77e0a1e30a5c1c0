import type { ReactElement } from 'react';
import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import type { MoveOption } from '#modules/orders/rules/move-price.ts';
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
  i18n: Translator;
};

/** Possible competitions with their price difference. */
export function MovePage({ order, money, person, options, state, i18n }: MovePageProps): ReactElement {
  const isPossible = options.some(({ refusal }) => refusal === null);
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: i18n.t('moves.from'), value: person.competition },
          ...(person.teamName ? [{ label: i18n.t('ordersAdmin.person.team'), value: person.teamName }] : []),
          { label: i18n.t('ordersAdmin.person.charged'), value: i18n.money(person.chargedPrice) },
          { label: i18n.t('ordersAdmin.column.total'), value: i18n.money(order.totalPrice) },
          { label: i18n.t('moves.paid'), value: i18n.money(money.refundable) },
        ]}
      />
      {options.length === 0 ? (
        <Alert tone="neutral" title={i18n.t('moves.none')}>
          <p>
            <a href={adminOrderPath(order.id)}>{i18n.t('moves.back')}</a>
          </p>
        </Alert>
      ) : (
        <Form
          action={`/admin/orders/${order.id}/participants/${person.id}/move`}
          state={state ?? {}}
          requiredNote={i18n.t('ui.form.required')}
        >
          <RadioCards
            name="competitionId"
            label={i18n.t('moves.to')}
            required
            choices={options.map((option) => ({
              value: String(option.competitionId),
              label: option.title,
              text: option.refusal ? i18n.t(`moves.refusal.${option.refusal}`) : differenceText(option, i18n),
              ...(option.price === null ? {} : { aside: i18n.money(option.price) }),
              disabled: option.refusal !== null,
            }))}
          />
          {options.map(({ competitionId, difference }) => (
            <input key={competitionId} type="hidden" name={`shown-${competitionId}`} value={difference} />
          ))}
          <RadioCards
            name="difference"
            label={i18n.t('moves.difference')}
            defaultValue="settle"
            choices={(['settle', 'keep'] as const).map((value) => ({
              value,
              label: i18n.t(`moves.difference.${value}`),
              text: i18n.t(`moves.difference.${value}.text`),
            }))}
          />
          {person.rrBib === null ? null : (
            <CheckboxField
              name="nextFreeBib"
              label={i18n.t('moves.nextFreeBib', { bib: person.rrBib })}
              hint={i18n.t('moves.nextFreeBibHint')}
              defaultChecked={state === undefined || state.input?.nextFreeBib === 'true'}
            />
          )}
          <p className="soft">{i18n.t('moves.mails')}</p>
          <div className="form-actions">
            <Button disabled={!isPossible}>{i18n.t('moves.submit')}</Button>
            <ButtonLink look="quiet" href={adminOrderPath(order.id)}>
              {i18n.t('ui.form.cancel')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}

function differenceText({ difference }: MoveOption, i18n: Translator): string {
  if (difference === 0) return i18n.t('moves.same');
  return difference > 0
    ? i18n.t('moves.more', { amount: i18n.money(difference) })
    : i18n.t('moves.less', { amount: i18n.money(cents(-difference)) });
}
