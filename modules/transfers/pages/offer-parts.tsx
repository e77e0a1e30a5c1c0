import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { EmailField, TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { Place } from '../read-place.ts';
import { isForLine } from '../send-offers.ts';

/** Steps of a transfer and its deadline. */
export const HowItGoes = (props: { place: Place; steps: readonly string[]; ticket: string; i18n: Translator }) => {
  const { place, steps, ticket, i18n } = props;
  const { t } = i18n;
  return (
    <Card title={t('transfers.holder.how')}>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {isForLine(place) ? <p>{t('transfers.holder.lineFirst')}</p> : null}
      <p className="soft">{ticket}</p>
      <Facts facts={[{ label: t('transfers.fact.lastDay'), value: i18n.dateTime(place.deadline) }]} />
    </Card>
  );
};

/** Optional address for the offer. */
export function ToWhom(props: {
  action: string;
  state: FormState | undefined;
  submit: string;
  i18n: Translator;
}): ReactElement {
  const { action, state, submit, i18n } = props;
  const { t } = i18n;
  return (
    <Form action={action} state={state ?? {}} labelOf={() => t('transfers.holder.email')}>
      <EmailField
        name="email"
        label={t('transfers.holder.email')}
        hint={t('transfers.holder.emailHint')}
        optional={t('ui.form.optional')}
        maxLength={200}
        autoComplete="off"
      />
      <div className="form-actions">
        <Button>{submit}</Button>
      </div>
    </Form>
  );
}

/** Addressee and link of the offer; null: no link yet. */
export const WentTo = (props: { email: string | null; link: string | null; i18n: Translator }) => {
  const { email, link, i18n } = props;
  const { t } = i18n;
  return (
    <>
      {email ? <p>{t('transfers.holder.sentTo', { email })}</p> : null}
      {link ? (
        <TextField
          name="link"
          label={t('transfers.holder.link')}
          hint={t('transfers.holder.linkHint')}
          readOnly
          value={link}
        />
      ) : null}
    </>
  );
};
