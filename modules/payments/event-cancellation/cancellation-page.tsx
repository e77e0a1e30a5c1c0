import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { RadioCards, TextArea, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { eventRefundModes } from '../schema.ts';
import type { CancellationScope } from './read-scope.ts';
import { type EventCancellation, longestBody, longestSubject } from './start-cancellation.ts';

export const cancelEventPath = (eventId: number): string => `/admin/events/${eventId}/cancel`;

type Props = {
  catalog: Catalog;
  scope: CancellationScope;
  state: Pick<FormState, 'input' | 'errors' | 'refusal'>;
  preview: readonly MailContent[];
};

export function CancelEventQuestion({ catalog, scope, state, preview }: Props): ReactElement {
  const { i18n } = usePage();
  const { t } = i18n;
  const { event } = catalog;
  const modes = eventRefundModes.filter(
    (mode) => mode !== 'withoutProcessingFee' || scope.withoutProcessingFee < scope.full,
  );
  return (
    <div className="stack prose">
      {preview.length > 0 ? (
        <Card title={t('eventCancellation.preview')}>
          {preview.map(({ subject, text }) => (
            <div key={subject} className="stack-s">
              <h3>{subject}</h3>
              <p className="mail-text">{text}</p>
            </div>
          ))}
        </Card>
      ) : null}
      <Confirm
        action={cancelEventPath(event.id)}
        text={
          <>
            <p className="lead">{t('eventCancellation.question', { event: event.title })}</p>
            <Facts
              facts={[
                { label: t('eventCancellation.orders'), value: i18n.number(scope.orders) },
                { label: t('eventCancellation.people'), value: i18n.number(scope.people) },
                { label: t('eventCancellation.money'), value: i18n.money(scope.full) },
              ]}
            />
            <ol>
              <li>{t('eventCancellation.step.sale')}</li>
              <li>{t('eventCancellation.step.orders')}</li>
              <li>{t('eventCancellation.step.mails')}</li>
            </ol>
            <Alert tone="wait">{t('eventCancellation.final')}</Alert>
          </>
        }
        refusal={state.refusal ?? null}
        state={{ input: state.input, errors: state.errors ?? {} }}
        hasRequired
        button={t('eventCancellation.do')}
        answer={{ name: 'intent', value: 'cancel' }}
        more={
          <Button look="quiet" name="intent" value="preview">
            {t('eventCancellation.show')}
          </Button>
        }
        back={`/admin/events/${event.id}`}
        backLabel={t('eventCancellation.keep')}
      >
        <RadioCards
          name="refund"
          label={t('eventCancellation.refund')}
          required
          choices={modes.map((mode) => ({
            value: mode,
            label: t(`eventCancellation.refund.${mode}`),
            ...(mode === 'none' ? {} : { aside: i18n.money(scope[mode]) }),
          }))}
        />
        {(['de', 'en-us'] as const).map((language) => (
          <fieldset key={language} className="stack-s">
            <legend>{t(`eventCancellation.message.${language}`)}</legend>
            <TextField
              name={`${language}.subject`}
              label={t('mailings.form.subject')}
              maxLength={longestSubject}
              required={language === 'de'}
            />
            <TextArea
              name={`${language}.body`}
              label={t('mailings.form.body')}
              hint={t('eventCancellation.message.hint', {
                firstName: '{firstName}',
                lastName: '{lastName}',
                event: '{event}',
              })}
              maxLength={longestBody}
              rows={8}
              required={language === 'de'}
            />
          </fieldset>
        ))}
        <TextField
          name="confirmedTitle"
          label={t('eventCancellation.title.label')}
          hint={t('eventCancellation.title.hint', { event: event.title })}
          required
          autoComplete="off"
          spellCheck={false}
        />
      </Confirm>
    </div>
  );
}

export function CancellationProgress({
  cancellation,
  i18n,
}: {
  cancellation: EventCancellation;
  i18n: Translator;
}): ReactElement {
  const { t } = i18n;
  const { finishedAt, orderCount, canceledCount, refundedCents, mailCount, refundMode, eventId } = cancellation;
  return (
    <section className="stack prose" aria-labelledby="cancellation-progress">
      <h2 id="cancellation-progress">
        {t(finishedAt === null ? 'eventCancellation.running' : 'eventCancellation.done')}
      </h2>
      <progress
        max={Math.max(1, orderCount)}
        value={finishedAt === null ? canceledCount : Math.max(1, orderCount)}
        aria-labelledby="cancellation-progress"
      />
      <Facts
        facts={[
          { label: t('eventCancellation.began'), value: i18n.dateTime(cancellation.createdAt) },
          ...(finishedAt === null ? [] : [{ label: t('eventCancellation.ended'), value: i18n.dateTime(finishedAt) }]),
          {
            label: t('eventCancellation.canceledOrders'),
            value: t('eventCancellation.of', { done: canceledCount, all: orderCount }),
          },
          { label: t('eventCancellation.refund'), value: t(`eventCancellation.refund.${refundMode}`) },
          { label: t('eventCancellation.goesBack'), value: i18n.money(refundedCents) },
          { label: t('eventCancellation.mails'), value: i18n.number(mailCount) },
        ]}
      />
      {finishedAt === null ? (
        <>
          <p className="soft">{t('eventCancellation.leave')}</p>
          <p>
            <ButtonLink look="quiet" href={cancelEventPath(eventId)}>
              {t('mailings.progress.refresh')}
            </ButtonLink>
          </p>
        </>
      ) : (
        <p>
          <ButtonLink look="quiet" href={`/admin/orders?event=${eventId}&status=canceled`}>
            {t('eventCancellation.toOrders')}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
