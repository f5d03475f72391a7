import type { ItemType } from '../items/item-store.ts'
import type { Discussed } from './discussed-store.ts'

// What the calls for comments on posts, on items of any type and on trades are about.

export function postIn({ params }: { params: { id: number } }): Discussed {
  return { type: 'post', id: params.id }
}

export function itemIn({ params, query }: { params: { id: number }; query: { type: ItemType } }): Discussed {
  return { type: query.type, id: params.id }
}

export function tradeIn({ params }: { params: { season: number; trade: string } }): Discussed {
  return { type: 'trade', trade: { season: params.season, id: params.trade } }
}
