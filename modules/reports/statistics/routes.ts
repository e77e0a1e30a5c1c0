import type { Route } from '#src/web/http.ts';
import { statisticsApi } from './api.ts';
import { statisticsPages } from './pages.tsx';

export const statisticsRoutes: readonly Route[] = [...statisticsApi, ...statisticsPages];
