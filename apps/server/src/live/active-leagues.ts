import type { EventHub } from './event-hub.ts'

/** Tracks which leagues are in use in this process: by an open event stream or a request. */
export interface ActiveLeagues {
  recordView(leagueId: number): void
  /** The leagues in use since the last call. */
  drain(): number[]
}

export function activeLeagues(hub: Pick<EventHub, 'subscribedLeagueIds'>): ActiveLeagues {
  const viewed = new Set<number>()
  return {
    recordView: (leagueId) => void viewed.add(leagueId),

    drain() {
      const leagues = new Set([...viewed, ...hub.subscribedLeagueIds()])
      viewed.clear()
      return [...leagues]
    },
  }
}
