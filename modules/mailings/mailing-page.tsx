import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { competitionNames } from '#modules/events/rules/catalog.ts';
import { type AboutPeople, selectionInWords } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Facts, type Tone } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { answerOf } from './mailing-form.tsx';
import type { Mailing, Progress } from './read-mailings.ts';
import type { MailingFilter } from './rules/mailing.ts';

export const mailingsPath = (eventId: number): string => `/admin/events/${eventId}/mailings`;
export const mailingPath = ({ eventId, id }: Pick<Mailing, 'eventId' | 'id'>): string =>
  `${mailingsPath(eventId)}/${id}`;

const tones: Record<Mailing['status'], Tone> = { draft: 'neutral', sending: 'wait', sent: 'good', stopped: 'bad' };

export const MailingBadge = ({ status, i18n }: { status: Mailing['status']; i18n: Translator }): ReactElement => (
  <Badge tone={tones[status]}>{i18n.t(`mailings.status.${status}`)}</Badge>
);

/** For example `10 km, nur bezahlt, Artikel Finisher-Shirt`; empty: everyone. */
export function filterInWords(filter: MailingFilter, about: AboutPeople): string {
  const { catalog, i18n } = about;
  const { competitionIds, paid, formField, conditions = [], q = '' } = filter;
  const filterAnswer = formField ? answerOf(formField, catalog, i18n) : null;
  return [
    competitionIds ? competitionNames(catalog, competitionIds) : '',
    paid ? i18n.t(`mailings.paid.${paid}`) : '',
    filterAnswer ? [filterAnswer.question, filterAnswer.answer].filter(Boolean).join(' ') : '',
    selectionInWords({ conditions, q }, about),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

type MailingProps = {
  mailing: Mailing;
  catalog: Catalog;
  progress: Progress;
  /** The selection of the list of participants in words. */
  selection: string | null;
  reach: { addresses: number; people: number };
  /** One preview per language, for the first recipient. */
  previews: readonly { locale: 'de' | 'en-us'; subject: string; text: string }[];
  i18n: Translator;
  outcome: 'tested' | 'sent' | 'stopped' | null;
  problem: string | null;
  isAsked: boolean;
};

/** A draft with preview and reach, or the progress of a sent mailing. */
export function MailingView(props: MailingProps): ReactElement {
  const { mailing, i18n, outcome, problem } = props;
  return (
    <div className="stack">
      {problem ? (
        <Alert tone="bad" urgent focused>
          {problem}
        </Alert>
      ) : null}
      {outcome ? (
        <Alert tone="good" focused>
          {i18n.t(`mailings.said.${outcome}`)}
        </Alert>
      ) : null}
      <div className="mailing-facts">
        <MailingFacts {...props} />
      </div>
      {mailing.status === 'draft' ? <DraftActions {...props} /> : <SendingProgress {...props} />}
      <Preview {...props} />
    </div>
  );
}

function MailingFacts({ mailing, catalog, selection, reach, i18n }: MailingProps): ReactElement {
  const { competitionIds, paid, formField } = mailing.filter;
  const filterAnswer = formField ? answerOf(formField, catalog, i18n) : null;
  const addresses = mailing.status === 'draft' ? reach.addresses : mailing.recipientCount;
  return (
    <Facts
      facts={[
        { label: i18n.t('mailings.fact.status'), value: <MailingBadge status={mailing.status} i18n={i18n} /> },
        { label: i18n.t('mailings.fact.addresses'), value: i18n.number(addresses) },
        ...(mailing.status === 'draft'
          ? [{ label: i18n.t('mailings.fact.people'), value: i18n.number(reach.people) }]
          : []),
        {
          label: i18n.t('mailings.form.competitions'),
          value: competitionIds ? competitionNames(catalog, competitionIds) : i18n.t('ui.list.any'),
        },
        { label: i18n.t('mailings.form.paid'), value: i18n.t(`mailings.paid.${paid ?? 'all'}`) },
        ...(filterAnswer?.question ? [{ label: filterAnswer.question, value: filterAnswer.answer }] : []),
        ...(selection ? [{ label: i18n.t('mailings.fact.selection'), value: selection }] : []),
        { label: i18n.t('mailings.fact.editor'), value: mailing.editorEmail },
        ...(mailing.startedAt
          ? [{ label: i18n.t('mailings.fact.started'), value: i18n.shortDateTime(mailing.startedAt) }]
          : []),
      ]}
    />
  );
}

function DraftActions({ mailing, reach, i18n, isAsked }: MailingProps): ReactElement {
  const { csrfToken } = usePage();
  const path = mailingPath(mailing);
  if (reach.addresses === 0) {
    return (
      <Alert tone="wait" title={i18n.t('mailings.nobody')}>
        <ButtonLink look="quiet" small href={`${path}/edit`}>
          {i18n.t('mailings.edit')}
        </ButtonLink>
      </Alert>
    );
  }
  if (isAsked) {
    return (
      <Confirm
        action={`${path}/send`}
        question={i18n.t('mailings.sure', { count: reach.addresses })}
        text={i18n.t('mailings.sureText')}
        button={i18n.t('mailings.sendNow', { count: reach.addresses })}
        isHarmless
        back={path}
      />
    );
  }
  return (
    <div className="row">
      <ButtonLink href={`${path}?send`}>{i18n.t('mailings.send')}</ButtonLink>
      <PostButton action={`${path}/test`} csrfToken={csrfToken} look="quiet">
        {i18n.t('mailings.test')}
      </PostButton>
      <ButtonLink look="quiet" href={`${path}/edit`}>
        {i18n.t('mailings.edit')}
      </ButtonLink>
    </div>
  );
}

function SendingProgress({ mailing, progress, i18n }: MailingProps): ReactElement {
  const { csrfToken, path: here } = usePage();
  const path = mailingPath(mailing);
  const left = progress.posted - progress.sent - progress.refusedCount;
  const isUnderWay = mailing.status === 'sending' || (mailing.status === 'sent' && left > 0);
  return (
    <section className="stack-s" aria-labelledby="mailing-progress">
      <h2 id="mailing-progress">{i18n.t('mailings.progress.title')}</h2>
      <progress
        max={Math.max(1, mailing.recipientCount)}
        value={progress.sent + progress.refusedCount}
        aria-labelledby="mailing-progress"
      />
      <Facts
        facts={[
          { label: i18n.t('mailings.progress.posted'), value: i18n.number(progress.posted) },
          { label: i18n.t('mailings.progress.sent'), value: i18n.number(progress.sent) },
          { label: i18n.t('mailings.progress.refused'), value: i18n.number(progress.refusedCount) },
        ]}
      />
      {isUnderWay ? (
        <>
          <p className="soft">{i18n.t('mailings.progress.leave')}</p>
          <div className="row">
            <ButtonLink look="quiet" href={here.split('?')[0] ?? path}>
              {i18n.t('mailings.progress.refresh')}
            </ButtonLink>
            <PostButton action={`${path}/stop`} csrfToken={csrfToken} look="danger">
              {i18n.t('mailings.stop')}
            </PostButton>
          </div>
        </>
      ) : null}
      {progress.refused.length > 0 ? (
        <Table
          caption={i18n.t('mailings.progress.refusedList')}
          columns={[
            {
              key: 'address',
              title: i18n.t('mailings.progress.address'),
              heading: true,
              cell: ({ address }) => address,
            },
            { key: 'reason', title: i18n.t('mailings.progress.reason'), cell: ({ reason }) => reason },
          ]}
          rows={progress.refused}
          rowKey={({ address }) => address}
          empty=""
        />
      ) : null}
    </section>
  );
}

/** Frames have a fixed height, so a short mail gets a lower one. */
const isShort = (text: string): boolean =>
  text.split('\n').reduce((lines, line) => lines + Math.ceil((line.length + 1) / 70), 0) < 14;

function Preview({ mailing, previews, i18n }: MailingProps): ReactElement {
  return (
    <section className="stack-s" aria-labelledby="mailing-preview">
      <h2 id="mailing-preview">{i18n.t('mailings.preview.title')}</h2>
      <p className="soft">{i18n.t('mailings.preview.text')}</p>
      {previews.map(({ locale, subject, text }) => (
        <div className="stack-s" key={locale}>
          {previews.length > 1 ? <h3>{i18n.t(`mailings.language.${locale}`)}</h3> : null}
          <p>
            <strong>{i18n.t('mailings.preview.subject', { subject })}</strong>
          </p>
          <iframe
            className={isShort(text) ? 'mail-frame mail-frame-short' : 'mail-frame'}
            title={i18n.t(`mailings.language.${locale}`)}
            src={`${mailingPath(mailing)}/preview?language=${locale}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        </div>
      ))}
    </section>
  );
}
