import type { Route } from '#src/platform/http.ts';

export const statisticsRoutes: readonly Route[] = [];
