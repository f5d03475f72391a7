import { MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { ItemPath } from './items.ts'

const { del } = operationsOf('feed')

export const removeLinkPreview = del('/api/league/:league/social/posts/:id/preview/', {
  summary: 'Removes the preview of the link in a post; league admins may remove any',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
  params: ItemPath,
  response: MessageResponse,
})
