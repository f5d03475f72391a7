import { apiClient } from '../../../api/api-client.ts'
import { removeItem, updateItem } from '../feed-cache.ts'
import type { ItemType } from '../use-feed.ts'
import { useFeedMutation } from '../use-feed-mutation.ts'

const PIN_OPERATIONS = {
  post: 'POST /api/league/:league/social/posts/:id/pin/',
  proposal: 'POST /api/league/:league/social/proposals/:id/pin/',
} as const

const DELETE_OPERATIONS = {
  post: 'DELETE /api/league/:league/social/posts/:id/',
  proposal: 'DELETE /api/league/:league/social/proposals/:id/',
  media: 'DELETE /api/league/:league/social/media/:id/',
} as const satisfies Record<ItemType, string>

/** Pins or unpins a post or proposal. Calls `onPinned` once the server has confirmed it. */
export function usePinItem(
  league: string,
  type: keyof typeof PIN_OPERATIONS,
  id: number,
  onPinned: () => void,
) {
  return useFeedMutation({
    league,
    key: ['pin', type, id],
    send: () => apiClient(PIN_OPERATIONS[type], { params: { league, id } }),
    optimisticUpdate: (client) =>
      updateItem(client, league, type, id, (item) => ({ ...item, pinned: !item.pinned })),
    reconcile: (client, { pinned }) => {
      updateItem(client, league, type, id, (item) => ({ ...item, pinned }))
      onPinned()
    },
  })
}

export function useDeleteItem(league: string, type: ItemType, id: number) {
  return useFeedMutation({
    league,
    key: ['delete', type, id],
    send: () => apiClient(DELETE_OPERATIONS[type], { params: { league, id } }),
    optimisticUpdate: (client) => removeItem(client, league, type, id),
    // A fetch that started before the deletion may have returned the item again.
    onSuccess: (client) => removeItem(client, league, type, id),
  })
}
