import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/platform/deps.ts';
import { api, tagged } from '#src/platform/http.ts';
import { isLocale, type Locale } from '#src/platform/locale.ts';
import type { MailContent } from '#src/platform/mail/message.ts';
import type { PreviewGroup } from './preview-page.tsx';

/** In the sequence in which a buyer meets them; what is not named here belongs to accounts. */
const sequence: readonly PreviewGroup[] = [
  {
    key: 'order',
    types: [
      'OrderConfirmation',
      'PaymentInAdvance',
      'PendingOrderReminder',
      'ParticipantMoved',
      'ArticleAdded',
      'ArticleTakenOff',
      'OrderCancellationByUser',
      'OrderCancellationByAdmin',
      'OrderCancellation',
      'RefundAccount',
      'RefundSent',
      'OrderHandedOver',
      'MemberConfirmed',
      'TransferOffered',
      'TransferTurn',
      'TransferAsked',
      'TransferApproved',
      'TransferLineDone',
      'TransferNews',
      'TransferEnded',
      'TransferGone',
      'TransferPassed',
      'NewsletterQuestion',
      'NewsletterGiven',
      'WaitlistProof',
      'WaitlistJoined',
      'WaitlistOffer',
      'WaitlistTakenBack',
      'WaitlistEnd',
      'SharedTeamInvitation',
      'SharedTeamInvitationOver',
      'SharedTeamCaptain',
      'SharedTeamOff',
    ],
  },
  {
    key: 'participant',
    types: [
      'RegistrationConfirmation',
      'TicketChanged',
      'TicketVoid',
      'MemberProof',
      'OldChangelink',
      'ParticipantMessage',
      'EventCanceled',
    ],
  },
  { key: 'organizer', types: ['OrganizerInvoice', 'OrganizerInvitation', 'ExportReady'] },
];

/** Every kind of mail that can be looked at, by whom it goes to. */
export function previewGroups({ mailTypes }: Pick<Deps, 'mailTypes'>): PreviewGroup[] {
  const all = mailTypes().flatMap(({ type, sample }) => (sample ? [type] : []));
  const named = sequence.flatMap(({ types }) => types);
  const others = all.filter((type) => !named.includes(type));
  return [
    ...sequence.map(({ key, types }) => ({ key, types: types.filter((type) => all.includes(type)) })),
    { key: 'account' as const, types: others },
  ];
}

/**
 * One kind of mail with invented people, as the event would send it.
 * @throws Problem NOT_FOUND for a kind that there is not
 */
export async function previewOf(
  { mailTypes }: Pick<Deps, 'mailTypes'>,
  eventId: number,
  type: string,
  locale: Locale,
): Promise<MailContent> {
  const kind = mailTypes().find((candidate) => candidate.type === type);
  return (await kind?.sample?.(eventId, locale)) ?? refuse('NOT_FOUND');
}

/** Pictures that travel inside the mail, put where a browser finds them. */
export const shownInside = ({ html, attachments = [] }: MailContent): string =>
  attachments.reduce((shown, { inlineId, type, bytes }) => {
    const address = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    return inlineId ? shown.replaceAll(`cid:${inlineId}`, address) : shown;
  }, html);

export const previewLanguage = (text: string | null | undefined, otherwise: Locale): Locale =>
  isLocale(text) ? text : otherwise;

export const mailPreviewApi = tagged('Events (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/mails/{type}',
      may: 'event.read',
      summary: 'A kind of mail with invented people, in the wording and the brand of the event.',
      params: z.object({ eventId: z.coerce.number().int().positive(), type: z.string().max(100) }),
      load: loadEvent,
      query: z.object({ language: z.enum(['de', 'en-us']).optional() }),
      answer: z.object({ subject: z.string(), preheader: z.string(), text: z.string(), html: z.string() }),
    },
    async ({ deps, params: { eventId, type }, query, words }) => {
      const content = await previewOf(deps, eventId, type, query.language ?? words.locale);
      const { subject, preheader = '', text } = content;
      return { subject, preheader, text, html: shownInside(content) };
    },
  ),
]);
