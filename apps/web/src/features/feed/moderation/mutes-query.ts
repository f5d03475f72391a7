import { operationQuery } from '../../../api/operations.ts'

export const mutesQuery = operationQuery('GET /api/account/mutes/', ['mutes'])
