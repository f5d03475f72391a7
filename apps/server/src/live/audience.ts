import type { EventHub } from './event-hub.ts'

/** Which leagues somebody looks at in this process: by an open event stream, or by asking for something. */
export function audience(hub: Pick<EventHub, 'leagues'>) {
  const asked = new Set<number>()
  return {
    asks: (leagueId: number) => void asked.add(leagueId),

    /** The leagues that were looked at since this was asked last. */
    take(): number[] {
      const leagues = new Set([...asked, ...hub.leagues()])
      asked.clear()
      return [...leagues]
    },
  }
}
