import type { Dues } from '@fieldhouse/contract/dues/dues'
import { duesAccount, duesPool } from '@fieldhouse/domain/league/dues'
import type { PrizeSeason } from '@fieldhouse/domain/league/prize-weeks'
import { matchPayouts, plannedAmount, prizeAwards } from '@fieldhouse/domain/league/prizes'
import { addMoney, type Cents, ZERO_CENTS } from '@fieldhouse/domain/money'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { LeagueTeam } from '@fieldhouse/domain/seasons/league-team'
import { toWire } from '../../http/presenters/to-wire.ts'
import type { StoredDues } from './store.ts'

/** The dues of a season with everything that is computed from it. */
export type SeasonDues = {
  season: number
  stored: StoredDues
  /** null if the season is not stored. */
  results: PrizeSeason | null
  /** The teams of the season. */
  teams: readonly LeagueTeam[]
  findOwner: (teamId: number) => string | null
  /** The user's team; null without one. */
  myTeamId: number | null
}

export function presentDues(dues: SeasonDues): Dues {
  const { season, stored, results, myTeamId } = dues
  const { setup, previous, payouts } = stored
  const prizes = (setup?.prizes ?? []).map((prize) => {
    const awards = results === null ? [] : prizeAwards(prize, results)
    const planned = results === null ? null : plannedAmount(prize, results)
    const own = payouts.filter(({ prizeId }) => prizeId === prize.prizeId)
    return { prize: { ...prize, planned }, awards, ...matchPayouts(awards, own) }
  })
  const won = new Map<number | null, Cents>()
  for (const { teamId, share } of prizes.flatMap(({ awards }) => awards.flatMap((each) => each.winners)))
    won.set(teamId, addMoney([won.get(teamId) ?? ZERO_CENTS, share]))
  const accounts = teamAccounts(dues)
  const pool = duesPool(
    accounts,
    prizes.map(({ prize }) => prize.planned),
    payouts.map(({ amount }) => amount),
  )
  return {
    season,
    is_stored: dues.teams.length > 0,
    is_finished: results?.isFinished ?? false,
    my_team_id: myTeamId,
    setup: toWire(setup),
    previous: toWire(previous),
    pool: toWire(pool),
    teams: toWire(accounts.map((team) => ({ ...team, won: won.get(team.teamId) ?? ZERO_CENTS }))),
    prizes: prizes.map(({ prize, awards, byWinner, misdirected }) => ({
      ...toWire(prize),
      awards: awards.map(({ week, state, winners }, award) => ({
        week,
        state,
        winners: winners.map(({ points, ...winner }, index) => ({
          ...toWire({ ...winner, payout: byWinner[award]?.[index] ?? null }),
          points: pointsToDecimalOrNull(points),
        })),
      })),
      misdirected: misdirected.map((payout) => ({
        ...toWire(payout),
        team: dues.teams.find(({ teamId }) => teamId === payout.teamId)?.name ?? payout.teamName,
      })),
    })),
  }
}

/** The user's team first, then by name, then those that are no longer part of the season. */
function teamAccounts({ stored, teams, findOwner, myTeamId }: SeasonDues) {
  const amount = stored.setup?.amount ?? ZERO_CENTS
  const ordered = teams.toSorted(
    (a, b) =>
      Number(b.teamId === myTeamId) - Number(a.teamId === myTeamId) ||
      a.name.localeCompare(b.name, 'en') ||
      a.teamId - b.teamId,
  )
  const ids = new Set<number | null>(teams.map(({ teamId }) => teamId))
  const former = stored.entries.filter(({ teamId }) => !ids.has(teamId))
  return [
    ...ordered.map(({ teamId, name, logo, color }) => {
      const entries = stored.entries.filter((entry) => entry.teamId === teamId)
      return { teamId, name, logo, color, owner: findOwner(teamId), entries, ...duesAccount(amount, entries) }
    }),
    ...[...Map.groupBy(former, ({ teamName }) => teamName)].map(([name, entries]) => {
      const account = duesAccount(ZERO_CENTS, entries)
      return { teamId: null, name, logo: null, color: null, owner: null, entries, ...account }
    }),
  ]
}
