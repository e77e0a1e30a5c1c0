import type { GroupSpec } from '../forms/form.tsx';
import { long, money, text } from '../forms/specs.ts';

export const protectionGroups: readonly GroupSpec[] = [
  { name: 'protection', fields: [text('title', true), money('price', true), long('description')] },
];
