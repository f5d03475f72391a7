import type { EventHub } from './event-hub.ts'

/** Which leagues somebody looks at in this process: by an open event stream, or by asking for something. */
export function activeLeagues(hub: Pick<EventHub, 'subscribedLeagueIds'>) {
  const asked = new Set<number>()
  return {
    recordView: (leagueId: number) => void asked.add(leagueId),

    /** The leagues that were looked at since this was asked last. */
    drain(): number[] {
      const leagues = new Set([...asked, ...hub.subscribedLeagueIds()])
      asked.clear()
      return [...leagues]
    },
  }
}
