import type { GroupSpec } from '../forms/specs.ts';
import { long, money, text } from '../forms/specs.ts';

export const protectionGroups: readonly GroupSpec[] = [
  { name: 'protection', fields: [text('title', true), money('price', true), long('description')] },
];
