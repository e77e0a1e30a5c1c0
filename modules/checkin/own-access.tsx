import { create as contentDisposition } from 'content-disposition';
import type { ReactElement } from 'react';
import { isPublic } from '#modules/events/rules/sale.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import { linkOf, versionOfLink } from '#src/access/versioned-links.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MailAttachment } from '#src/mail/message.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { PageCall, PageHead } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { opensUntil, type Ticket, ticketOf, ticketTranslator } from './ticket.ts';

type ClosedPageProps = {
  event: Pick<OrderRecord['event'], 'id' | 'title'>;
  until: Instant;
  /** Public lists; null when the event is not public. */
  lists: { results: boolean } | null;
  i18n: Translator;
};

/** Shown after the own page has closed; contains no personal data. */
function ClosedPage({ event, until, lists, i18n }: ClosedPageProps): ReactElement {
  const eventPath = `/events/${event.id}`;
  return (
    <div className="narrow stack">
      <h1>{i18n.t('ownPage.closed.title')}</h1>
      <Alert tone="wait">{i18n.t('ownPage.closed.text', { event: event.title, until: i18n.date(until) })}</Alert>
      <p className="soft">{i18n.t('ownPage.closed.help')}</p>
      <div className="form-actions">
        {lists?.results ? (
          <ButtonLink href={`${eventPath}/results`}>{i18n.t('events.event.results')}</ButtonLink>
        ) : null}
        <ButtonLink look="quiet" href={lists ? eventPath : '/'}>
          {i18n.t(lists ? 'ownPage.closed.event' : 'ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Shown for a link to a previous address; contains no personal data. */
function ReplacedPage({ i18n, isSaved }: { i18n: Translator; isSaved: boolean }): ReactElement {
  if (isSaved) {
    return (
      <div className="narrow stack">
        <h1>{i18n.t('ownPage.moved.title')}</h1>
        <Alert tone="good">{i18n.t('ownPage.moved.text')}</Alert>
      </div>
    );
  }
  return (
    <div className="narrow stack">
      <h1>{i18n.t('ownPage.replaced.title')}</h1>
      <Alert tone="wait">{i18n.t('ownPage.replaced.text')}</Alert>
      <p className="soft">{i18n.t('ownPage.replaced.help')}</p>
      <div className="form-actions">
        <ButtonLink look="quiet" href="/">
          {i18n.t('ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** For API calls. @throws Problem NOT_FOUND, also for a replaced link */
export async function ticketByLink(
  { deps, now }: Pick<PageCall<'participant.change'>, 'deps' | 'now'>,
  participantId: number,
  link: string,
): Promise<Ticket> {
  const query = new URLSearchParams(link.split('?')[1] ?? '');
  const version = versionOfLink(deps.signer, `/tickets/${participantId}`, query, now);
  const ticket = version === null ? null : await ticketOf(deps.read, deps.signer, participantId);
  return ticket?.participant.linkVersion === version ? ticket : refuse('NOT_FOUND');
}

type LinkCall<M extends Permission = 'document.open' | 'participant.change'> = PageCall<M, 'participantId'>;

/**
 * The signed link grants access like the paper ticket. A link to a previous address only shows that it was replaced.
 * The link is a secret: no caching, no indexing, no referrer to other sites. (Same-origin referrers stay, because the
 * CSRF check needs them.)
 */
export const byOwnLink =
  <M extends 'document.open' | 'participant.change'>(open: (call: LinkCall<M>, ticket: Ticket) => Promise<Response>) =>
  async (call: LinkCall<M>): Promise<Response> => {
    const { deps, context, params, query, now } = call;
    const link = linkOf(deps.signer, context.req.path, query) ?? refuse('NOT_FOUND');
    const found = (await ticketOf(deps.read, deps.signer, params.participantId)) ?? refuse('NOT_FOUND');
    const ticket = { ...found, linkUntil: link.until };
    if (link.version !== ticket.participant.linkVersion) return behindMailedLink(await showReplaced(call));
    if (link.until > now) return behindMailedLink(await open(call, ticket));
    // The link of a PDF is valid for a moment, independent of the event.
    const isOfMail = link.until >= opensUntil(found) && !context.req.path.endsWith('/pdf');
    return isOfMail ? behindMailedLink(await showClosed(call, ticket)) : refuse('NOT_FOUND');
  };

/** A month after the event the page shows no personal data, only the way to the results. */
async function showClosed({ deps, render, i18n }: LinkCall, ticket: Ticket): Promise<Response> {
  const { event } = ticket.order;
  const ticketI18n = ticketTranslator(ticket, i18n.locale);
  const lists = isPublic(event) ? await deps.publicLists(event.id) : null;
  return render(
    <ClosedPage event={event} until={opensUntil(ticket)} lists={lists} i18n={ticketI18n} />,
    { ...headOfTicket(ticket, ticketI18n.t('ownPage.closed.title')), withoutQuery: true },
    410,
  );
}

/** After a change of address the participant returns by the replaced link and sees the confirmation. */
const showReplaced = ({ render, i18n, query }: LinkCall): Promise<Response> =>
  render(
    <ReplacedPage i18n={i18n} isSaved={query.has('saved')} />,
    {
      title: i18n.t(query.has('saved') ? 'ownPage.moved.title' : 'ownPage.replaced.title'),
      noIndex: true,
      withoutQuery: true,
    },
    410,
  );

export const headOfTicket = ({ order }: Ticket, title: string): PageHead => ({
  title,
  noIndex: true,
  whiteLabel: whiteLabelOf(order),
});

export const fileOf = (call: LinkCall, { name, type, bytes }: MailAttachment): Response =>
  call.context.body(new Uint8Array(bytes), 200, {
    'content-type': type,
    'content-disposition': contentDisposition(name),
  });
