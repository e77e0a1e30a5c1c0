import type { ReactElement } from 'react';
import type { OwnPageOf } from '#modules/checkin/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { askBelow } from '../links.ts';
import { isTheirsToEnd, type OwnPlace, ownPlaceOf } from '../read-asking.ts';
import { isInLine, type Transfer } from '../read-transfers.ts';
import { isOpen, offerDays } from '../rules/terms.ts';
import { seatText } from '../seat-text.ts';
import { HowItGoes, ToWhom, WentTo } from './offer-parts.tsx';

export async function ownTransferPart(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  { order, person, sign }: OwnPageOf,
  i18n: Translator,
): Promise<ReactElement | null> {
  const own = await ownPlaceOf(read, order, person.id, clock());
  const open = own?.transfer && isOpen(own.transfer.state) ? own.transfer : null;
  if (!own || (own.hindrance && !open)) return null;
  const { t } = i18n;
  return (
    <Card title={t('transfers.own.title')}>
      <p>
        {open
          ? t(`transfers.own.head.${standsAt(open)}`)
          : t('transfers.own.lead', { until: i18n.dateTime(own.place.deadline) })}
      </p>
      <div className="row">
        <ButtonLink look="quiet" href={sign(askBelow)}>
          {t(open ? 'transfers.own.look' : 'transfers.own.title')}
        </ButtonLink>
      </div>
    </Card>
  );
}

type Stands = 'asked' | 'waiting' | 'offered' | 'ordered' | 'inLine' | 'byBuyer';
/** An offer by the buyer shows only that it exists. */
const standsAt = (open: Transfer): Stands =>
  open.askedByPerson ? (isInLine(open) ? 'inLine' : (open.state as Stands)) : 'byBuyer';

type View = {
  own: OwnPlace;
  /** Link to pass on, once the buyer agreed. */
  link: string | null;
  state: FormState | undefined;
  title: string;
  action: string;
  withdraw: string;
  back: string;
  done: string | null;
  i18n: Translator;
};

export function OwnTransferPage(view: View): ReactElement {
  const { own, title, back, done, i18n } = view;
  const { place, transfer, hindrance } = own;
  const { t } = i18n;
  const open = transfer && isOpen(transfer.state) ? transfer : null;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{title}</h1>
        <p className="soft">
          {place.title} · {place.order.event.title}
          {place.sharedTeam ? ` · ${seatText(place.sharedTeam, i18n)}` : null}
        </p>
      </header>
      {done === 'withdrawn' && !open ? <Saved>{t('transfers.holder.withdrawn')}</Saved> : null}
      {open ? (
        <Open {...view} open={open} />
      ) : hindrance ? (
        <Alert tone="wait" title={t('transfers.holder.not')}>
          {t(`problem.TRANSFER_NOT_POSSIBLE.${hindrance}`)}
        </Alert>
      ) : (
        <Ask {...view} />
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {t('ownPage.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Ask({ own: { place }, state, action, i18n }: View): ReactElement {
  const { t } = i18n;
  return (
    <>
      <HowItGoes
        {...{ place, i18n }}
        steps={[
          t('transfers.own.step1'),
          ...(place.settings.mode === 'approval' ? [t('transfers.own.stepApproval')] : []),
          t('transfers.own.step2', { days: offerDays }),
          t(place.terms.keepsAll ? 'transfers.own.step3Nothing' : 'transfers.own.step3'),
        ]}
        ticket={t('transfers.own.ticket')}
      />
      <ToWhom {...{ action, state, i18n }} submit={t('transfers.own.ask')} />
    </>
  );
}

function Open({ open, link, withdraw, i18n }: View & { open: Transfer }): ReactElement {
  const { t } = i18n;
  const { csrfToken } = usePage();
  const stands = standsAt(open);
  return (
    <>
      <Alert
        tone={stands === 'asked' || stands === 'ordered' ? 'wait' : 'good'}
        title={t(`transfers.own.head.${stands}`)}
      >
        {t(`transfers.own.is.${stands}`, { until: i18n.dateTime(open.lineUntil ?? open.until) })}
      </Alert>
      <WentTo email={open.askedByPerson && stands !== 'inLine' ? open.email : null} link={link} i18n={i18n} />
      {isTheirsToEnd(open) ? (
        <PostButton csrfToken={csrfToken} action={withdraw} look="quiet">
          {t('transfers.own.withdraw')}
        </PostButton>
      ) : null}
    </>
  );
}
