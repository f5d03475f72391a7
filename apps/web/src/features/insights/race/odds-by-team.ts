import { formatPlayoffs } from './race-format.ts'
import type { Race, RaceHistory } from './use-race.ts'

export type OddsPoint = { week: number; share: number; text: string; isProven: boolean }

export type OddsHistory = ReadonlyMap<number, readonly OddsPoint[]>

/** The weeks before the last completed one come from the history, the last one from the race, so both agree. */
export function oddsByTeam(race: Race, history: RaceHistory | undefined): OddsHistory {
  return new Map(
    race.teams.map((team) => {
      const earlier = (history?.weeks ?? []).flatMap(({ week, teams }) => {
        const then = teams.find((each) => each.team_id === team.team_id)
        if (week >= race.week || then === undefined || then.odds === null) return []
        const isProven = then.status !== 'alive'
        return [
          { week, share: then.odds.playoffs, text: formatPlayoffs({ ...then, proven: isProven }), isProven },
        ]
      })
      const now =
        team.odds === null
          ? []
          : [
              {
                week: race.week,
                share: team.odds.playoffs,
                text: formatPlayoffs(team),
                isProven: team.proven,
              },
            ]
      return [team.team_id, [...earlier, ...now]]
    }),
  )
}
