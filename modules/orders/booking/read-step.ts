import type { DraftData } from '../rules/draft.ts';
import { teamsOfForm } from '../rules/draft-form.ts';
import { addressOfForm } from './address-page.tsx';
import { articlesOfForm } from './articles-page.tsx';
import { type BookingContext, offeredTeams } from './booking-frame.tsx';

/** The steps in which something is typed. */
export type TypedStep = 'competitions' | 'articles' | 'cancellation-protection' | 'delivery-address';
/** The draft with what the form of a step says; nothing here is checked. */
export type ReadStep = (form: FormData, booking: BookingContext) => DraftData;

export const isChecked = (form: FormData, name: string): boolean => form.get(name) !== null;

export const readStep: Readonly<Record<TypedStep, ReadStep>> = {
  competitions: (form, { catalog, draft: { data } }) => ({
    ...data,
    teams: offeredTeams(catalog, teamsOfForm(form, data.teams)),
  }),
  articles: (form, booking) => articlesOfForm(form, booking, null),
  'cancellation-protection'(form, { catalog, draft: { data } }) {
    const ids = catalog.cancellationProtections.map(({ id }) => id);
    return { ...data, protectionIds: ids.filter((id) => isChecked(form, `protection.${id}`)) };
  },
  'delivery-address'(form, { catalog: { event }, draft: { data } }) {
    const isDifferent = event.allowDifferentDeliveryAddress && isChecked(form, 'differentDelivery');
    return {
      ...data,
      contactAddress: addressOfForm(form, 'contact'),
      deliveryAddress: isDifferent ? addressOfForm(form, 'delivery') : null,
    };
  },
};
