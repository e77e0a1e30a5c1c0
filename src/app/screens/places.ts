import {
  type FeatureSetting,
  nextEventOf,
  type SwitchedEvent,
  sectionForm,
  sectionPath,
  sections,
  switchedEvent,
  wordsOf,
} from '#modules/events/index.ts';
import type { Place, PlaceSearch } from '#modules/orders/index.ts';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import { fieldsOf, labelOf } from '#src/web/forms/fields.ts';
import { adminGroups } from './admin-navigation.ts';
import { featureNames, features, featuresPath } from './features/features.ts';

const maxPlaces = 8;
const locales = ['de', 'en-us'] as const;

/** Lower case without accents, for comparison. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();

/** Pages and settings of the management by their names in both languages: of the page's event, else of the next one. */
export const findPlaces: PlaceSearch = async ({ deps, viewer, i18n, now, eventId, q }) => {
  const parts = folded(q).split(/\s+/).filter(Boolean);
  // Single letters would find every page.
  if (!parts.some((word) => word.length > 2)) return [];
  const id = eventId ?? (await nextEventOf(deps.read, viewer, now));
  const event = id === null ? null : await switchedEvent(deps.read, viewer, id);
  const indexes = locales.map((locale) => placesIn(translatorFor(locale), event));
  const named = (place: Place) => parts.every((word) => folded(place.label).includes(word));
  // The lists of all languages have the same order.
  const found = placesIn(i18n, event).filter((_, at) => indexes.some((index) => index[at] && named(index[at])));
  const isFirst = ({ label }: Place) => Number(folded(label).startsWith(parts[0] ?? ''));
  return found.sort((a, b) => isFirst(b) - isFirst(a)).slice(0, maxPlaces);

  function placesIn(language: Translator, of: SwitchedEvent | null): Place[] {
    const t = of ? wordsOf(language, { event: of }) : language;
    const links = adminGroups(of, t, viewer).flatMap((group) =>
      group.links.map(({ href, label }) => ({ href, label, within: group.title ?? '' })),
    );
    return [...links, ...(of ? settingsIn(t, of) : [])].filter(
      ({ href }, at, all) => all.findIndex((each) => each.href === href) === at,
    );
  }

  function settingsIn(t: Translator, { id: of }: SwitchedEvent): Place[] {
    const within = t.t('features.title');
    const featureOf = (setting: FeatureSetting) => t.t(`events.form.${setting}`);
    return [
      ...featureNames.map((name) => ({
        href: `${featuresPath(of)}#${name}`,
        label: t.t(`features.${name}.title`),
        within: [within, features[name].setting ? featureOf(features[name].setting) : ''].filter(Boolean).join(' · '),
      })),
      ...sections.flatMap((section) => {
        const form = sectionForm(section, { isSuperAdmin: viewer.isSuperAdmin, online: onlineMethods });
        const path = sectionPath(of, section);
        const title = t.t(`events.section.${section}`);
        return [
          { href: path, label: title, within: t.t('admin.nav.settings') },
          ...fieldsOf(form).map((field) => ({
            href: `${path}#field-${field.name}`,
            label: labelOf(form, field, t),
            within: title,
          })),
        ];
      }),
      { href: `/admin/events/${of}/copy`, label: t.t('events.copy.title'), within: '' },
      { href: `/admin/events/${of}/cancel`, label: t.t('eventCancellation.title'), within: '' },
    ];
  }
};
