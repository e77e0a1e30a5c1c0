import type { ReactElement } from 'react';
import { keptOf, nameOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { Place } from '../read-place.ts';
import { isInLine, type Transfer } from '../read-transfers.ts';
import { isOpen, offerDays } from '../rules/terms.ts';
import { seatText } from '../seat-text.ts';
import { HowItGoes, ToWhom, WentTo } from './offer-parts.tsx';

type View = {
  place: Place;
  transfer: Transfer | null;
  link: string | null;
  state: FormState | undefined;
  title: string;
  action: string;
  back: string;
  done: string | null;
  i18n: Translator;
};

export function HolderPage(view: View): ReactElement {
  const { place, transfer, title, back, done, i18n } = view;
  const { order, hindrance } = place;
  const open = transfer && isOpen(transfer.state) ? transfer : null;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={back}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{title}</h1>
        <p className="soft">
          {place.title} · {order.event.title}
          {place.sharedTeam ? ` · ${seatText(place.sharedTeam, i18n)}` : null}
        </p>
      </header>
      {(done === 'withdrawn' || done === 'disagreed') && !open ? (
        <Saved>{i18n.t(`transfers.holder.${done}`)}</Saved>
      ) : null}
      {open ? (
        <OpenOffer {...view} open={open} />
      ) : hindrance ? (
        <Alert tone="wait" title={i18n.t('transfers.holder.not')}>
          {i18n.t(`problem.TRANSFER_NOT_POSSIBLE.${hindrance}`)}
        </Alert>
      ) : (
        <NewOffer {...view} />
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {i18n.t('ownOrder.person.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function NewOffer(view: View): ReactElement {
  const { place, transfer, state, action, i18n } = view;
  const { t } = i18n;
  const { settings } = place;
  const ended = transfer && transfer.state !== 'withdrawn' ? transfer : null;
  return (
    <>
      {ended ? <Alert>{t(`transfers.ended.${ended.state}`)}</Alert> : null}
      <WhatItMeans {...view} />
      <ToWhom
        {...{ action, state, i18n }}
        submit={t(settings.mode === 'approval' ? 'transfers.holder.ask' : 'transfers.holder.offer')}
      />
    </>
  );
}

/** Steps of the transfer, and the buyer's refund. */
function WhatItMeans({ place, transfer, i18n }: View): ReactElement {
  const { t } = i18n;
  const { terms, paid } = place;
  const kept = keptOf(terms, paid);
  const money = { back: i18n.money(cents(paid - kept)), paid: i18n.money(paid), fee: i18n.money(kept) };
  return (
    <HowItGoes
      {...{ place, i18n }}
      steps={[
        t(transfer?.state === 'asked' ? 'transfers.holder.step1Asked' : 'transfers.holder.step1'),
        t('transfers.holder.step2', { days: offerDays }),
        t(`transfers.holder.step3${paid === 0 ? 'Free' : terms.keepsAll ? 'Nothing' : ''}`, money),
      ]}
      ticket={t('transfers.holder.ticket')}
    />
  );
}

function OpenOffer(view: View & { open: Transfer }): ReactElement {
  const { place, open, link, action, i18n } = view;
  const { t } = i18n;
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
          until: i18n.dateTime(open.lineUntil ?? open.until),
        })}
      </Alert>
      <WentTo email={stands === 'inLine' ? null : open.email} link={link} i18n={i18n} />
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
