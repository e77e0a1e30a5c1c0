import { expect, test } from 'vitest';
import { createArticle, createFormField, createVariant, updateEvent } from '#modules/events/index.ts';
import { race, raceOrganizer } from '#modules/payments/testing.ts';
import type { MailContent } from '#src/mail/message.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { testShop } from '#tests/support/shop.ts';
import { previewGroups } from './preview.ts';
import { mailWords } from './preview-pages.tsx';

/** Words that one language has and the other one does not, apart from names. */
const wordsOf = {
  de: /\b(und|nicht|deine?|für|wurde|bestellung|diese[rs]?)\b/i,
  'en-us': /\b(and|your|order|this|with|because)\b/i,
} as const;

/** What people see of the HTML, in the sequence in which they read it. */
const seen = (html: string): string =>
  html
    .replace(/<(style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

const squeezed = (text: string): string => text.replace(/[\s,=\-*]+/g, ' ');

function checkMail(content: MailContent, locale: 'de' | 'en-us', isOfEvent: boolean): void {
  const { subject, text, html, preheader } = content;
  const other = wordsOf[locale === 'de' ? 'en-us' : 'de'];
  expect([...subject].length).toBeLessThanOrEqual(70);
  for (const part of [subject, preheader ?? '', text]) {
    expect(part).not.toMatch(/[{}]|undefined|\bnull\b|NaN|\b[a-z]+\.[a-z]+\.[a-z]+[A-Z]\w*/);
    expect(part.replace(/https?:\S+|\S+@\S+|\[.*\]/g, '')).not.toMatch(other);
  }
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  expect(html).toContain(`<html lang="${locale === 'de' ? 'de' : 'en-US'}"`);
  for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
    expect(address).toMatch(/^(https?:\/\/|mailto:|cid:)/);
    // Each picture is explained and each link is written out: the text part holds all that the HTML holds.
    if (!address?.startsWith('cid:')) expect(text).toContain(address?.replaceAll('&amp;', '&'));
  }
  const inText = squeezed(text);
  const visible = [
    ...html.matchAll(/<(?:h1|p|td|li|div)[^>]*>((?:(?!<(?:h1|p|td|li|div|table)\b)[\s\S])*?)<\/(?:h1|p|td|li|div)>/g),
  ];
  const missing = visible
    .map(([, inner = '']) => squeezed(seen(inner)).trim())
    .filter((part) => part !== '' && part !== preheader && !inText.includes(part));
  // The brand stands in the head of the HTML, and the sender's name in the text mail's envelope.
  expect(
    missing.filter((part) => !/^(Startblock|Muntermacher)$/.test(part) && part !== squeezed(preheader ?? '')),
  ).toEqual([]);
  if (isOfEvent) expect(html).toContain('Muntermacher');
}

test('every kind of mail says the same in HTML and text, in both languages and wordings, and nothing is left open', async () => {
  const shop = await testShop({ env: { BANK_IBAN: 'AT61 1904 3002 3457 3201', BANK_PAYEE: 'Startblock GmbH' } });
  const { eventId, competitionId } = await race(shop);
  await shop.deps.write(async (work) => {
    await updateEvent(work, eventId, { whiteLabel: 'Muntermacher', accentColor: '#0a5c36', processingFee: 150 });
    const shirt = await createArticle(work, eventId, { name: 'Shirt', price: 2500, competitionIds: [competitionId] });
    await createVariant(work, shirt, { name: 'M', availableAmount: 5 });
    await createFormField(work, eventId, { name: { de: 'Verein', en: 'Club' }, type: 'text' });
  });
  const kinds = shop.deps.mailTypes();
  const named = [
    'MailCode',
    'OrderConfirmation',
    'RegistrationConfirmation',
    'PaymentInAdvance',
    'PendingOrderReminder',
    'OrderCancellation',
    'OrderCancellationByAdmin',
    'OrderCancellationByUser',
    'OldChangelink',
    'EmailChanged',
    'OrganizerInvoice',
  ];
  expect(kinds.map(({ type }) => type)).toEqual(expect.arrayContaining(named));
  const ofEvent = named.filter((type) => !['MailCode', 'EmailChanged', 'OrganizerInvoice'].includes(type));
  for (const useAlternateTranslation of [false, true]) {
    await shop.deps.write((work) => updateEvent(work, eventId, { useAlternateTranslation }));
    for (const { type, sample } of kinds) {
      for (const locale of ['de', 'en-us'] as const) {
        const content = await sample?.(eventId, locale);
        expect(content, `${type} has no sample`).toBeTruthy();
        if (!content) continue;
        try {
          checkMail(content, locale, ofEvent.includes(type));
          if (useAlternateTranslation && ofEvent.includes(type))
            expect(content.text).not.toMatch(/\bBewerb|\bTeams?\b(?! (von|at))|\bcompetition/);
        } catch (error) {
          throw new Error(`${type} ${locale} ${useAlternateTranslation}: ${String(error)}\n${content.text}`);
        }
      }
    }
  }
  const organizer = await shop.login(raceOrganizer);
  const list = await (await organizer.fetch(`/admin/events/${eventId}/mails`)).text();
  for (const { type } of kinds) expect(list).toContain(`/admin/events/${eventId}/mails/${type}`);
  for (const locale of ['de', 'en-us'] as const)
    for (const { type } of kinds) {
      const { name, when } = mailWords(type, translatorFor(locale));
      expect([type, name === type, when === '']).toEqual([type, false, false]);
    }
  const groups = previewGroups(shop.deps);
  const audienceOf = (type: string) => groups.find(({ types }) => types.includes(type))?.audience;
  expect(['LotteryRanked', 'GiftCard', 'CompanyBill', 'WithdrawalToDecide', 'MailCode'].map(audienceOf)).toEqual([
    ...['buyer', 'buyer', 'company', 'organizer', 'account'],
  ]);
  const path = `/admin/events/${eventId}/mails/RegistrationConfirmation`;
  const shown = await organizer.fetch(`${path}?language=en-us`);
  expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'");
  expect(await shown.text()).toContain('You are in!');
  const frame = await organizer.fetch(`${path}/html?language=de`);
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  const html = await frame.text();
  expect(html).toContain('src="data:image/png;base64,');
  // A link in a sample opens nobody's page.
  const link = /href="http:\/\/shop\.test(\/tickets\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await shop.visitor().fetch(link)).status).toBe(404);
  const call = await organizer.json<{ subject: string; html: string }>('GET', `/api${path}?language=de`);
  expect(call.body.subject).toBe('Deine Startkarte: Donaulauf');
  expect((await organizer.json('GET', `/api/admin/events/${eventId}/mails/Nothing`)).status).toBe(404);
  expect((await shop.visitor().json('GET', `/api${path}`)).status).toBe(401);
  await race(shop, { organizer: 'second@organizer.example' });
  expect((await (await shop.login('second@organizer.example')).fetch(path)).status).toBe(404);
});
