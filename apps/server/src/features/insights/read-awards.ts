import * as contract from '@fieldhouse/contract/insights/awards'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { type Award, type AwardName, weeklyAwards } from '@fieldhouse/domain/insights/awards/weekly-awards'
import { completedGames, groupBy } from '@fieldhouse/domain/insights/season/regular-season'
import { latestAcquisitions } from '@fieldhouse/domain/rosters/acquisitions'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { workInTurn } from '../../threads/work-queues.ts'
import { presentHeader } from './present-figures.ts'

type SeasonAwards = Awaited<ReturnType<typeof readAwards>>

/** None if the season has no insights. `lineupWeeks` are the NFL weeks whose lineups are stored. */
export async function readAwards(
  { leagues, archive, nfl }: Pick<Context, 'leagues' | 'archive' | 'nfl'>,
  leagueId: number,
  season: number,
) {
  const stored = (await leagues.seasons(leagueId)).insights(season)
  if (stored === null || presentHeader(season, stored).unavailable !== null)
    return { stored, awards: [], lineupWeeks: new Set<number>() }
  const [lineups, draft, transactions, byes] = await Promise.all([
    archive.listRosterWeeks(leagueId, season),
    archive.findDraft(leagueId, season),
    archive.listTransactions(leagueId, season),
    nfl.listByes(season),
  ])
  const latestAcquisition = await workInTurn(() =>
    latestAcquisitions({ picks: draft?.picks ?? [], transactions }),
  )
  const onBye = new Set(byes.map(({ week, teamId }) => `${week} ${teamId}`))
  const awards = await workInTurn(() =>
    weeklyAwards({
      games: completedGames(stored.regular),
      lineups,
      isBestBall: stored.schedule.isBestBall,
      latestAcquisition,
      isOnBye: (nflTeamId, week) => onBye.has(`${week} ${nflTeamId}`),
    }),
  )
  return { stored, awards, lineupWeeks: new Set(lineups.map(({ week }) => week)) }
}

type FindOwner = (
  season: number,
  teamId: number,
) => { name: string; slug: string; picture: string | null } | null

export function presentWeeklyAwards(
  season: number,
  { stored, awards, lineupWeeks }: SeasonAwards,
  requested: number | undefined,
): ResponseOf<typeof contract.getWeeklyAwards> {
  const header = presentHeader(season, stored)
  const periods = stored?.schedule.periods ?? []
  const period = requested === undefined ? header.week : periodOfNumber({ periods }, requested)
  const weeks = periods.find((each) => each.period === period)?.weeks ?? [period]
  const last = stored?.regular.lastPeriod ?? null
  const isPlayoffs = last !== null && period > last
  const whyNone = isPlayoffs ? 'playoffs' : period > header.week || period < 1 ? 'not_final' : null
  const unavailable = header.unavailable ?? whyNone
  return {
    ...header,
    unavailable,
    period,
    has_lineups: unavailable === null && weeks.every((week) => lineupWeeks.has(week)),
    awards: unavailable === null ? presentAwards(awards, weeks) : [],
  }
}

/** The awards of some weeks. `all` are those of the season, ordered by week. */
function presentAwards(all: readonly Award[], weeks: readonly number[]) {
  const timesOf = new Map<string, number>()
  const keyOf = ({ name, teamId }: Award) => `${name} ${teamId}`
  return [...groupBy(all, ({ week }) => week)].flatMap(([week, awards]) => {
    for (const award of awards) timesOf.set(keyOf(award), (timesOf.get(keyOf(award)) ?? 0) + 1)
    if (!weeks.includes(week)) return []
    return [...groupBy(awards, ({ name }) => name).values()].flatMap((winners) =>
      winners
        .slice(0, contract.MAX_LISTED_WINNERS)
        .map((award) => presentAward(award, timesOf.get(keyOf(award)) ?? 0, winners.length)),
    )
  })
}

function presentAward(award: Award, times: number, sharedBy: number) {
  const { player } = award
  return {
    ...award,
    nfl_week: award.week,
    team_id: award.teamId,
    value: toUnit(award),
    game_id: award.gameId,
    player: player && { ...player, player_id: player.playerId },
    times,
    shared_by: sharedBy,
  }
}

function toUnit({ name, value }: Award): number {
  return name === 'lucky' || name === 'unlucky' || name === 'asleep' ? value : value / 100
}

type CountsResponse = ResponseOf<typeof contract.countAwards>

type Winner = Omit<CountsResponse['owners'][number], 'counts'> & { counts: Map<AwardName, number> }

/** `seasons` are oldest first. */
export function presentAwardCounts(
  seasons: readonly (SeasonAwards & { season: number })[],
  findOwner: FindOwner,
): CountsResponse {
  const winners = new Map<string, Winner>()
  for (const { season, stored, awards } of seasons)
    for (const { teamId, name } of awards) {
      const owner = findOwner(season, teamId)
      const team = stored?.teams.find((each) => each.teamId === teamId)?.name ?? `Team ${teamId}`
      const key = owner?.slug ?? `${season} ${teamId}`
      const winner = winners.get(key) ?? {
        name: owner?.name ?? team,
        slug: owner?.slug ?? null,
        picture: owner?.picture ?? null,
        team,
        counts: new Map(),
      }
      winner.team = team
      winner.counts.set(name, (winner.counts.get(name) ?? 0) + 1)
      winners.set(key, winner)
    }
  const total = ({ counts }: Winner) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const withAwards = seasons.filter(({ awards }) => awards.length > 0)
  return {
    seasons: withAwards.map(({ season }) => season),
    lineup_seasons: withAwards.filter(({ lineupWeeks }) => lineupWeeks.size > 0).map(({ season }) => season),
    owners: [...winners.values()]
      .sort((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1))
      .map((winner) => ({ ...winner, counts: Object.fromEntries(winner.counts) })),
  }
}
