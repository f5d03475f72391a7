import { MessageResponse } from '../fields.ts'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { ItemPath } from './items.ts'

export const removeLinkPreview = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/:id/preview/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Removes the preview of the link in a post; league admins may remove any',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
