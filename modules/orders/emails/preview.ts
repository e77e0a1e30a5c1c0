import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { mailAudiences } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Locale } from '#src/texts/locale.ts';
import { api, tagged } from '#src/web/http.ts';
import type { PreviewGroup } from './preview-pages.tsx';

export function previewGroups({ mailTypes }: Pick<Deps, 'mailTypes'>): PreviewGroup[] {
  const visible = mailTypes().filter(({ sample }) => sample);
  return mailAudiences.map((audience) => ({
    audience,
    types: visible.filter((kind) => kind.audience === audience).map(({ type }) => type),
  }));
}

/** One mail type with sample people. @throws Problem NOT_FOUND */
export async function previewOf(
  { mailTypes }: Pick<Deps, 'mailTypes'>,
  eventId: number,
  type: string,
  locale: Locale,
): Promise<MailContent> {
  const kind = mailTypes().find((candidate) => candidate.type === type);
  return (await kind?.sample?.(eventId, locale)) ?? refuse('NOT_FOUND');
}

/** Replaces attached images by data URLs. */
export const withInlineImages = ({ html, attachments = [] }: MailContent): string =>
  attachments.reduce((visible, { inlineId, type, bytes }) => {
    const address = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    return inlineId ? visible.replaceAll(`cid:${inlineId}`, address) : visible;
  }, html);

export const previewLanguage = (text: string | null | undefined, otherwise: Locale): Locale =>
  isLocale(text) ? text : otherwise;

export const mailPreviewApi = tagged('Events (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/mails/{type}',
      may: 'event.read',
      summary: 'Returns a preview of a mail type with sample data and the event’s wording and brand',
      params: z.object({ eventId: z.coerce.number().int().positive(), type: z.string().max(100) }),
      load: loadEvent,
      query: z.object({ language: z.enum(['de', 'en-us']).optional() }),
      answer: z.object({ subject: z.string(), preheader: z.string(), text: z.string(), html: z.string() }),
    },
    async ({ deps, params: { eventId, type }, query, i18n }) => {
      const content = await previewOf(deps, eventId, type, query.language ?? i18n.locale);
      const { subject, preheader = '', text } = content;
      return { subject, preheader, text, html: withInlineImages(content) };
    },
  ),
]);
