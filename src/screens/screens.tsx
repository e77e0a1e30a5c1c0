import type { Route } from '#src/platform/http.ts';

/** Pages that belong to no single module. */
export const screens: readonly Route[] = [];
