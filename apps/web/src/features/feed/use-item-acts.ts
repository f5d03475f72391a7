import { call } from '../../api/call.ts'
import { changeItem, removeItem } from './feed-cache.ts'
import type { ItemType } from './use-feed.ts'
import { useFeedAct } from './use-feed-act.ts'

const PIN = {
  post: 'POST /api/league/:league/social/posts/:id/pin/',
  proposal: 'POST /api/league/:league/social/proposals/:id/pin/',
} as const

const DELETE = {
  post: 'DELETE /api/league/:league/social/posts/:id/',
  proposal: 'DELETE /api/league/:league/social/proposals/:id/',
  media: 'DELETE /api/league/:league/social/media/:id/',
} as const satisfies Record<ItemType, string>

/** Pins a post or proposal, or unpins it; `onPinned` is told when it is so. */
export function usePin(league: string, type: keyof typeof PIN, id: number, onPinned: () => void) {
  return useFeedAct({
    league,
    on: ['pin', type, id],
    send: () => call(PIN[type], { params: { league, id } }),
    foresee: (client) => changeItem(client, league, type, id, (item) => ({ ...item, pinned: !item.pinned })),
    correct: (client, { pinned }) => {
      changeItem(client, league, type, id, (item) => ({ ...item, pinned }))
      onPinned()
    },
  })
}

export function useDelete(league: string, type: ItemType, id: number) {
  return useFeedAct({
    league,
    on: ['delete', type, id],
    send: () => call(DELETE[type], { params: { league, id } }),
    foresee: (client) => removeItem(client, league, type, id),
    // What was read meanwhile may still have had it.
    settle: (client) => removeItem(client, league, type, id),
  })
}
