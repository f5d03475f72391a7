import type { EventHub } from './event-hub.ts'

/** Tracks which leagues are in use in this process: by an open event stream or a request. */
export function activeLeagues(hub: Pick<EventHub, 'subscribedLeagueIds'>) {
  const viewed = new Set<number>()
  return {
    recordView: (leagueId: number) => void viewed.add(leagueId),

    /** The leagues in use since the last call. */
    drain(): number[] {
      const leagues = new Set([...viewed, ...hub.subscribedLeagueIds()])
      viewed.clear()
      return [...leagues]
    },
  }
}
