import { operationQuery } from '../../../api/operations.ts'

/** Whom the user has muted in which league. */
export const mutesQuery = operationQuery('GET /api/account/mutes/', ['mutes'])
