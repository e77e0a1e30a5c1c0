import type { ReactElement } from 'react';
import { PersonFields } from '#islands/participants/person-fields.tsx';
import { PostalFields, pathOf } from '#modules/checkin/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { OrderLines, personTexts, rightNotes } from '#modules/orders/index.ts';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { fieldsFor } from '#modules/orders/rules/entry-check.ts';
import { askedFields, isParticipantField, requiredFields } from '#modules/orders/rules/participant.ts';
import type { Translator } from '#src/texts/locale.ts';
import { CheckboxField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, type FormErrors } from '#src/ui/form.tsx';
import type { Offered } from '../take-place.ts';
import { PlaceBib } from './offered-page.tsx';

export type TakeState = {
  input: Readonly<Record<string, string>> | null;
  errors: FormErrors;
  refusal: string | null;
  status: 200 | 400 | 409 | 429;
};

export function TakePage(props: {
  offered: Offered;
  catalog: Catalog;
  entrant: DraftParticipant;
  state: TakeState;
  title: string;
  action: string;
  back: string;
  orderKey: string;
  eventRef: string;
  i18n: Translator;
}): ReactElement {
  const { offered, catalog, entrant, state, title, action, back, orderKey, eventRef, i18n } = props;
  const { t } = i18n;
  const { competition } = offered.place;
  const texts = personTexts(i18n);
  const goAlong = offered.items.some(({ kind }) => kind === 'article');
  const articles = goAlong ? offered.place.person.orderedArticleVariants : [];
  const labelOf = (control: string): string | undefined => {
    const name = control.replace(pathOf(0), '');
    return isParticipantField(name) ? texts.labels[name] : undefined;
  };
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={back}>{t('transfers.take.back')}</a>
        </p>
        <h1>{title}</h1>
      </header>
      <PlaceBib {...{ offered, i18n }} />
      <Form action={action} requiredNote={t('ui.form.required')} state={state} labelOf={labelOf} guard>
        <input type="hidden" name="key" value={orderKey} />
        <input type="hidden" name="totalPrice" value={offered.totalPrice} />
        <fieldset className="entry-person">
          <legend>{t('transfers.take.who')}</legend>
          <PersonFields
            names={askedFields(catalog.event, [competition])}
            questions={fieldsFor(catalog, competition.id)}
            required={requiredFields(catalog.event, competition)}
            person={entrant}
            path={pathOf(0)}
            errors={state.errors}
            hints={{ email: t('transfers.take.emailHint') }}
            isTeam={false}
            locale={i18n.locale}
            texts={texts}
          />
        </fieldset>
        {catalog.event.needsContactAddress ? <PostalFields i18n={i18n} /> : null}
        <OrderLines items={offered.items} total={offered.totalPrice} i18n={i18n} />
        <CheckboxField name="accepted" required label={t('orders.check.conditions', { event: catalog.event.title })} />
        <p className="check-links">
          <a href="/conditions" target="_blank" rel="noopener">
            {t('orders.check.readTerms')}
          </a>
          <a href={`/event-conditions/${encodeURIComponent(eventRef)}`} target="_blank" rel="noopener">
            {t('orders.check.readConditions')}
          </a>
        </p>
        {rightNotes(articles, true, i18n).map((note) => (
          <p key={note} className="soft">
            {note}
          </p>
        ))}
        <div className="form-actions">
          <Button>{t(offered.totalPrice === 0 ? 'orders.check.orderFree' : 'orders.check.order')}</Button>
          <ButtonLink look="quiet" href={back}>
            {t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
