import { type ApiRoute, tagged } from '#src/web/http.ts';
import { managementApi } from './management/api.ts';
import { nameApi } from './own/api.ts';
import { publicApi } from './public/api.ts';

export const resultsApi: readonly ApiRoute[] = tagged('Results', [...publicApi, ...managementApi, ...nameApi]);
