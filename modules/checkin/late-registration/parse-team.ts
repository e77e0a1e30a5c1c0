import * as z from 'zod';
import type { Catalog, CatalogArticle, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { competitionTexts, errorTexts } from '#modules/orders/index.ts';
import { isOfferedFor, variantLeft } from '#modules/orders/rules/article-lines.ts';
import { bookingSchema } from '#modules/orders/rules/booking.ts';
import type { DraftArticle, DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { basketOfDraft, draftErrors, draftErrorText } from '#modules/orders/rules/draft-check.ts';
import { fieldsFor, needsContact, postalFields } from '#modules/orders/rules/entry-check.ts';
import { eachField } from '#modules/orders/rules/participant.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { parseDate } from '#src/ui/format.ts';
import { fieldErrorText } from '#src/web/forms/refusal.ts';
import type { LateBasket } from './register-late.ts';

export const pathOf = (index: number): string => `teams[0].participants[${index}].`;
export const deskPostal = ['street', 'houseNumber', 'zipCode', 'city', 'countryCode'] as const;
const longest = 6000;

/** Without donations of a free amount. */
export const deskArticles = (catalog: Catalog, competitionId: number, index: number): CatalogArticle[] =>
  catalog.articles.filter(
    (article) =>
      article.type !== 'donation' &&
      isOfferedFor(article, competitionId) &&
      (index === 0 || !article.teamArticle) &&
      article.variants.some((variant) => variantLeft(variant) > 0),
  );

export function membersIn(form: FormData, { type, minTeamSize, maxTeamSize }: CatalogCompetition, more = 0): number {
  if (type === 'single') return 1;
  const min = Math.max(1, minTeamSize);
  const chosen = Number(form.get('members')) || min;
  return Math.min(Math.max(Math.trunc(chosen) + more, min), maxTeamSize > 0 ? maxTeamSize : 30);
}

export type ParsedTeam = { team: DraftTeam; basket: LateBasket; errors: FormErrors };
type ParseContext = { catalog: Catalog; competition: CatalogCompetition; i18n: Translator; now: Instant };

export function parseTeam(
  form: FormData,
  members: number,
  { catalog, competition, i18n, now }: ParseContext,
): ParsedTeam {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, longest);
  const errors: Record<string, string> = {};
  const articlesOf = (index: number): DraftArticle[] =>
    deskArticles(catalog, competition.id, index).flatMap(({ id, variants }) => {
      const variant = variants.find((each) => String(each.id) === text(`${pathOf(index)}article.${id}`));
      if (!variant) return [];
      const name = `${pathOf(index)}quantity.${id}`;
      const quantityText = text(name).trim() || '1';
      if (!/^\d{1,3}$/.test(quantityText)) {
        errors[name] = i18n.t('orders.error.number');
        return [];
      }
      const line = { uniqueLocalId: `a${index}-${id}`, articleId: id, variantId: variant.id, unitPrice: null };
      return [{ ...line, quantity: Number(quantityText) }];
    });
  const participants = Array.from(
    { length: members },
    (_, index): DraftParticipant => ({
      localId: `p${index}`,
      ...eachField((name) => text(pathOf(index) + name)),
      fields: Object.fromEntries(
        fieldsFor(catalog, competition.id).map(({ id }) => [id, text(`${pathOf(index)}fields.${id}`)]),
      ),
      articles: articlesOf(index),
    }),
  );
  const team = { localId: 't', competitionId: competition.id, teamName: text('teams[0].teamName'), participants };
  const readDate = (input: string) => parseDate(input, i18n.locale);
  const texts = { ...errorTexts(i18n), ...competitionTexts(competition, i18n, now).errors };
  for (const [name, { error, count }] of Object.entries(draftErrors(catalog, [team], readDate, now)))
    errors[name] = draftErrorText(texts, error).replace('{count}', String(count ?? ''));
  const { teams } = basketOfDraft(catalog, { teams: [team], protectionIds: [] }, readDate);
  const { shape } = bookingSchema;
  const sent = { teams, contactAddress: addressIn(text, catalog, participants[0], errors, i18n) };
  const checked = z.safeParse(z.object({ teams: shape.teams, contactAddress: shape.contactAddress }), sent);
  if (checked.success) return { team, basket: checked.data, errors };
  // Rules of the booking that the form does not check, such as web addresses in names.
  for (const { path, message } of checked.error.issues) {
    if (path[0] === 'contactAddress' && String(path[1]).endsWith('Name')) continue;
    const name = path.map((part, at) =>
      typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${String(part)}`,
    );
    errors[name.join('')] ??= fieldErrorText(message, i18n);
  }
  return { team, basket: { teams: [], contactAddress: null }, errors };
}

/** The first participant is the contact. The postal address is only read where the event requires it. */
function addressIn(
  text: (name: string) => string,
  { event }: Catalog,
  first: DraftParticipant | undefined,
  errors: Record<string, string>,
  i18n: Translator,
): Record<string, string> {
  const name = { firstName: first?.firstName.trim() ?? '', lastName: first?.lastName.trim() ?? '' };
  if (!needsContact(event) || !event.needsContactAddress) return name;
  const address = Object.fromEntries(
    deskPostal.flatMap((part) => {
      const input = text(`contactAddress.${part}`).trim();
      return input === '' ? [] : [[part, input]];
    }),
  );
  for (const part of postalFields) if (!address[part]) errors[`contactAddress.${part}`] = i18n.t('ui.form.missing');
  return { ...name, ...address };
}
