import * as z from 'zod';
import { type FormSpec, flag, number, plainForm } from '#src/web/forms/fields.ts';
import { eventInput } from '../shapes.ts';

/** Settings that switch a feature: the usual value, null in the event when it is off. */
export const usualValues = { offerHours: 24, placeHoldMinutes: 15, teamDays: 14 } as const;
export type FeatureSetting = keyof typeof usualValues;
const settings = Object.keys(usualValues) as FeatureSetting[];

export const featureFields = [...settings.map((name) => number(name, true)), flag('groupRegistration')];
export const featureForm = (name: FeatureSetting): FormSpec => plainForm('events', number(name, true));
export const featureInput = (name: FeatureSetting) => z.object({ [name]: eventInput.shape[name].unwrap().unwrap() });
