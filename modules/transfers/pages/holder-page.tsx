import type { ReactElement } from 'react';
import { keptOf, nameOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { EmailField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { isForLine } from '../go-out.ts';
import type { Place } from '../read-place.ts';
import { isInLine, type Transfer } from '../read-transfers.ts';
import { isOpen, offerDays } from '../rules/terms.ts';
import { seatText } from '../seat-text.ts';

type View = {
  place: Place;
  /** The newest offer of it. */
  transfer: Transfer | null;
  link: string | null;
  state: FormState | undefined;
  title: string;
  action: string;
  back: string;
  done: string | null;
  words: Translator;
};

/** The place of somebody in an order: what passing it on means, and how far an offer is. */
export function HolderPage(view: View): ReactElement {
  const { place, transfer, title, back, done, words } = view;
  const { order, hindrance } = place;
  const open = transfer && isOpen(transfer.state) ? transfer : null;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={back}>{words.t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{title}</h1>
        <p className="soft">
          {place.title} · {order.event.title}
          {place.sharedTeam ? ` · ${seatText(place.sharedTeam, words)}` : null}
        </p>
      </header>
      {(done === 'withdrawn' || done === 'disagreed') && !open ? (
        <Alert tone="good" focused>
          {words.t(`transfers.holder.${done}`)}
        </Alert>
      ) : null}
      {open ? (
        <OpenOffer {...view} open={open} />
      ) : hindrance ? (
        <Alert tone="wait" title={words.t('transfers.holder.not')}>
          {words.t(`problem.TRANSFER_NOT_POSSIBLE.${hindrance}`)}
        </Alert>
      ) : (
        <NewOffer {...view} />
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {words.t('ownOrder.person.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function NewOffer(view: View): ReactElement {
  const { place, transfer, state, action, words } = view;
  const { t } = words;
  const { settings } = place;
  const ended = transfer && transfer.state !== 'withdrawn' ? transfer : null;
  return (
    <>
      {ended ? <Alert>{t(`transfers.ended.${ended.state}`)}</Alert> : null}
      <WhatItMeans {...view} />
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
          <Button>{t(settings.mode === 'approval' ? 'transfers.holder.ask' : 'transfers.holder.offer')}</Button>
        </div>
      </Form>
    </>
  );
}

/** The way of a place to somebody else, and the money of whoever paid. */
function WhatItMeans({ place, transfer, words }: View): ReactElement {
  const { t } = words;
  const { terms, paid, deadline } = place;
  const kept = keptOf(terms, paid);
  const isAsked = transfer?.state === 'asked';
  return (
    <Card title={t('transfers.holder.how')}>
      <ol>
        <li>{t(isAsked ? 'transfers.holder.step1Asked' : 'transfers.holder.step1')}</li>
        <li>{t('transfers.holder.step2', { days: offerDays })}</li>
        <li>
          {terms.keepsAll
            ? t('transfers.holder.step3Nothing')
            : t('transfers.holder.step3', {
                back: words.money(cents(paid - kept)),
                paid: words.money(paid),
                fee: words.money(kept),
              })}
        </li>
      </ol>
      {isForLine(place) ? <p>{t('transfers.holder.lineFirst')}</p> : null}
      <p className="soft">{t('transfers.holder.ticket')}</p>
      <Facts facts={[{ label: t('transfers.fact.lastDay'), value: words.dateTime(deadline) }]} />
    </Card>
  );
}

function OpenOffer(view: View & { open: Transfer }): ReactElement {
  const { place, open, link, action, words } = view;
  const { t } = words;
  const { csrfToken } = usePage();
  const stands = isInLine(open) ? 'inLine' : (open.state as 'asked' | 'waiting' | 'offered' | 'ordered');
  return (
    <>
      <Alert
        tone={stands === 'ordered' || stands === 'asked' ? 'wait' : 'good'}
        title={t(`transfers.holder.head.${stands}`)}
      >
        {t(`transfers.holder.is.${stands}`, {
          name: nameOf(place.person),
          until: words.dateTime(open.lineUntil ?? open.until),
        })}
      </Alert>
      {open.email && stands !== 'inLine' ? <p>{t('transfers.holder.sentTo', { email: open.email })}</p> : null}
      {link ? (
        <TextField
          name="link"
          label={t('transfers.holder.link')}
          hint={t('transfers.holder.linkHint')}
          readOnly
          value={link}
        />
      ) : null}
      {stands === 'asked' ? <WhatItMeans {...view} /> : null}
      <div className="form-actions">
        {stands === 'asked' ? (
          <PostButton csrfToken={csrfToken} action={`${action}/agree`} fields={{ transfer: open.id }}>
            {t('transfers.holder.agree')}
          </PostButton>
        ) : null}
        <PostButton csrfToken={csrfToken} action={`${action}/withdraw`} look="quiet">
          {t(stands === 'asked' ? 'transfers.holder.disagree' : 'transfers.holder.withdraw')}
        </PostButton>
      </div>
      {open.state === 'ordered' ? <p className="soft small">{t('transfers.holder.withdrawOrdered')}</p> : null}
    </>
  );
}
