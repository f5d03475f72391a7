import { DAY_MS } from '../duration.ts'
import { joinNames, pluralize } from '../pluralize.ts'
import type { Notification } from './notification.ts'

export const TRANSACTION_NEWS_MS = DAY_MS

const NAMED_CLAIMS = 3

export type TradeNews = {
  season: number
  id: string
  sides: readonly { team: string; received: readonly string[] }[]
  at: Date
}

export function tradeNotification({ season, id, sides, at }: TradeNews, league: string): Notification {
  const received = sides
    .filter((side) => side.received.length > 0)
    .map((side) => `${side.team} get ${joinNames(side.received)}.`)
  return {
    kind: 'trade',
    key: `trade ${season} ${id}`,
    title: `Trade in ${league}`,
    body: received.join(' ') || `${joinNames(sides.map(({ team }) => team))} made a trade.`,
    target: { tab: 'league social', view: 'trade', season, transaction: id },
    expiresAt: new Date(at.getTime() + TRANSACTION_NEWS_MS),
  }
}

export type WaiverNews = {
  season: number
  /** Of one day; never empty. */
  claims: readonly { team: string; player: string; bid: number | null; at: Date }[]
}

/** All claims of a day are one notification. */
export function waiverNotification({ season, claims }: WaiverNews, league: string): Notification {
  const newestAt = new Date(Math.max(...claims.map(({ at }) => at.getTime())))
  const named = claims
    .slice(0, NAMED_CLAIMS)
    .map(({ team, player, bid }) => `${team} add ${player}${bid === null ? '' : ` for $${bid}`}.`)
  const others = claims.length - named.length
  return {
    kind: 'waiver',
    key: `waivers ${newestAt.toISOString().slice(0, 10)}`,
    title: `${pluralize(claims.length, 'waiver claim')} in ${league}`,
    body: [...named, ...(others > 0 ? [`And ${others} more.`] : [])].join(' '),
    target: { tab: 'league social', view: 'waivers', season },
    newestAt,
    expiresAt: new Date(newestAt.getTime() + TRANSACTION_NEWS_MS),
  }
}
